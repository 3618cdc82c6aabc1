import { createHash } from 'node:crypto';

import {
  type Interest,
  type InterestCategory,
  interestCategories,
  interests,
} from '../../../contract/members/interests.ts';
import { icebreakersAtOnce } from '../../../contract/chat/limits.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import type { SaidOnProfile } from '../../members/said-on-profile.ts';
import type { ShownLines } from './queries.ts';

type IcebreakerId = Extract<SentenceId, `icebreakers.${string}`>;

/** An opening line: the id of one of our sentences, and the detail of the profile that it names. */
export interface Line {
  id: IcebreakerId;
  interest?: Interest;
  town?: string;
}

const general: readonly IcebreakerId[] = ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const).map(
  (number) => `icebreakers.general-${number}` as const,
);
const towns: readonly IcebreakerId[] = ([1, 2, 3] as const).map((number) => `icebreakers.town-${number}` as const);
const ofCategory = (category: InterestCategory): readonly IcebreakerId[] =>
  ([1, 2, 3, 4] as const).map((number) => `icebreakers.${category}-${number}` as const);

export const allLines: readonly IcebreakerId[] = [...general, ...interestCategories.flatMap(ofCategory), ...towns];

/** At most this many lines of a triple are about the profile, as long as general lines are left. */
const aboutProfileAtOnce = 2;

/** The lines for a profile, from what the reader may see of it. `pair` decides which interest a line names. */
export function linesFor({ interests: said, town }: SaidOnProfile, pair: string): Line[] {
  const ofInterests = interestCategories.flatMap((category) => {
    const fitting = said.filter((interest) => interests[interest].category === category);
    return ofCategory(category).flatMap((id) => {
      const [interest] = mixed(fitting, (one) => one, `${pair} ${id}`);
      return interest ? [{ id, interest }] : [];
    });
  });
  return [
    ...general.map((id) => ({ id })),
    ...ofInterests,
    ...(town === null ? [] : towns.map((id) => ({ id, town }))),
  ];
}

/** Number of remembered triples per pair: 16 rounds of the shortest list, which has twelve lines. */
const remembered = 64;
/** How many orders of a round are tried at most. With 64 remembered triples, two or three are usually enough. */
const ordersMax = 100;

/**
 * Chooses the next lines for a pair, in an order of its own, and returns the history to store. No line repeats before
 * all were shown, and no remembered triple if another order is found. `shown` lists the lines of all triples, oldest
 * first.
 */
export function nextLines(
  lines: readonly Line[],
  { rounds, shown }: ShownLines,
  pair: string,
): { lines: Line[]; noted: ShownLines } {
  const triples = triplesOf(shown);
  const used = new Set(triples.map(keyOf));
  const inRound = roundOf(triples);
  const fresh = lines.filter(({ id }) => !inRound.has(id));
  const isOver = fresh.length < icebreakersAtOnce;
  const round = isOver ? rounds + 1 : rounds;
  let chosen: Line[] = [];
  for (let order = 0; order < ordersMax; order += 1) {
    const seed = `${pair} ${round} ${order}`;
    const all = isOver ? [acrossRounds(lines, fresh, shown, seed)] : cut(mixed(fresh, ({ id }) => id, seed));
    chosen = all[0] ?? [];
    // Every triple up to the end of the round is checked, because the last one is forced.
    if (all.every((three) => !used.has(keyOf(idsOf(three))))) break;
  }
  const noted = [...shown, ...idsOf(chosen)].slice(-remembered * icebreakersAtOnce);
  return { lines: chosen, noted: { rounds: round, shown: noted } };
}

/** The round ends within this triple, which is filled from the next round without the lines that were shown last. */
function acrossRounds(lines: readonly Line[], left: readonly Line[], shown: readonly string[], seed: string): Line[] {
  const seen = new Set([...idsOf(left), ...shown.slice(-icebreakersAtOnce)]);
  const again = mixed(
    lines.filter(({ id }) => !seen.has(id)),
    ({ id }) => id,
    seed,
  );
  return [...left, ...choose(again, icebreakersAtOnce - left.length)];
}

/** Splits the rest of a round into triples, in the order in which they would be shown. */
function cut(fresh: readonly Line[]): Line[][] {
  const triples: Line[][] = [];
  for (let rest = fresh; rest.length >= icebreakersAtOnce;) {
    const three = choose(rest, icebreakersAtOnce);
    triples.push(three);
    rest = rest.filter((line) => !three.includes(line));
  }
  return triples;
}

function triplesOf(shown: readonly string[]): string[][] {
  return Array.from({ length: Math.floor(shown.length / icebreakersAtOnce) }, (_, place) =>
    shown.slice(place * icebreakersAtOnce, (place + 1) * icebreakersAtOnce),
  );
}

/** The lines of the current round, which began with the latest triple that repeats a line. */
function roundOf(triples: readonly string[][]): Set<string> {
  let round = new Set<string>();
  for (const three of triples) {
    if (three.some((id) => round.has(id))) round = new Set();
    for (const id of three) round.add(id);
  }
  return round;
}

const keyOf = (ids: readonly string[]): string => ids.toSorted().join(' ');

function choose(fresh: readonly Line[], count: number): Line[] {
  const about = fresh.filter(isAboutProfile);
  const others = fresh.filter((line) => !isAboutProfile(line));
  return [...about.slice(0, aboutProfileAtOnce), ...others, ...about.slice(aboutProfileAtOnce)].slice(0, count);
}

const isAboutProfile = ({ interest, town }: Line): boolean => interest !== undefined || town !== undefined;
const idsOf = (lines: readonly Line[]): string[] => lines.map(({ id }) => id);

/** Shuffles `things` in a pseudo-random order that is always the same for `seed`. */
function mixed<T>(things: readonly T[], nameOf: (thing: T) => string, seed: string): T[] {
  const place = (thing: T): string =>
    createHash('sha256')
      .update(`${seed} ${nameOf(thing)}`)
      .digest('hex');
  return things
    .map((thing) => [place(thing), thing] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, thing]) => thing);
}
