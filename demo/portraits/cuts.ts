import { chance } from './chance.ts';
import { afro, curlyBob, fade, halo, locs, longLocs, puffs, ringlets, tousled } from './cuts-curly.ts';
import { bob, bobFringe, curtain, flick, flow, fringe, lob, sweep, waves } from './cuts-long.ts';
import { bald, buzz, crop, pixie, quiff, receding, sidePart, silverCrop, slick } from './cuts-short.ts';
import { braid, lowBun, ponytail, tied, topKnot } from './cuts-tied.ts';
import type { Chance } from './chance.ts';
import type { Cut } from './hair.ts';
import type { CutName } from './types.ts';

const CUTS: Record<CutName, (r: Chance, age: number) => Cut> = {
  curtain,
  sweep,
  fringe,
  waves,
  bob,
  'bob-fringe': bobFringe,
  lob,
  flick,
  halo,
  ringlets,
  'curly-bob': curlyBob,
  locs,
  'long-locs': longLocs,
  puffs,
  'top-knot': topKnot,
  'low-bun': lowBun,
  ponytail,
  braid,
  pixie,
  'silver-crop': silverCrop,
  'side-part': sidePart,
  quiff,
  crop,
  buzz,
  fade,
  afro,
  flow,
  slick,
  receding,
  bald: (_, age) => bald(age),
  tied,
  tousled,
};

/** All haircuts by name; the specification of the look asks for at least twenty-six. */
export const CUT_NAMES = Object.keys(CUTS) as CutName[];

/** The cut of one person: curls fall the same way in every picture of them. */
export const cutOf = (name: CutName, seed: string, age: number): Cut => CUTS[name](chance(`curls ${seed}`), age);
