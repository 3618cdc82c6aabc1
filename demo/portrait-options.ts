import type { BodyType, EyeColor } from '../contract/attributes.ts';
import type { DemoMember } from './members.data.ts';
import type { Build, EyeName, PortraitOptions } from './portraits/types.ts';

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

/** Returns the options for picture `shot` of a demo member, from the facts of the profile and its looks. */
export function portraitOptions(member: DemoMember, shot: number): PortraitOptions {
  const { portrait, gender, age, eye_color: eyeColor, body_type: bodyType } = member;
  const eyes = eyesOf(eyeColor);
  return { ...portrait, gender, age, build: builds[bodyType], ...(eyes && { eyes }), shot };
}
