import type { BodyType, EyeColor, HairColor } from '../contract/attributes.ts';
import type { DemoMember } from './members.data.ts';
import type { Build, EyeName, HairName, PortraitOptions } from './portraits/types.ts';

/** The hair that may be drawn for what a profile says; a bald head follows from the cut. */
export const hairOf: Record<HairColor, readonly HairName[]> = {
  black: ['black'],
  dark_brown: ['espresso'],
  brown: ['brown', 'chestnut'],
  light_brown: ['honey', 'ash'],
  blonde: ['blond', 'ash'],
  red: ['ginger'],
  auburn: ['auburn'],
  grey: ['grey', 'silver'],
  white: ['white', 'silver'],
  colored: [],
  bald: [],
  other: [],
};

const builds: Record<BodyType, Build> = {
  slim: 'slight',
  petite: 'slight',
  average: 'average',
  athletic: 'average',
  muscular: 'broad',
  curvy: 'full',
  a_few_extra_pounds: 'full',
  full_figured: 'full',
};

const eyesOf = (color: EyeColor): EyeName | undefined => (color === 'other' ? undefined : color);

/** What picture `shot` of a demo member shows: the facts of the profile decide, its looks add the rest. */
export function portraitOptions(member: DemoMember, shot: number): PortraitOptions {
  const { portrait, gender, age, eye_color: eyeColor, body_type: bodyType } = member;
  const eyes = eyesOf(eyeColor);
  return { ...portrait, gender, age, build: builds[bodyType], ...(eyes && { eyes }), shot };
}
