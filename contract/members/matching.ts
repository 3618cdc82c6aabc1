import { type Gender, type Sexuality, attributes } from './attributes.ts';

/** The traits that decide compatibility. If the sexuality is unknown (no consent), both genders are assumed. */
export interface Orientation {
  gender: Gender;
  sexuality: Sexuality | null;
}

export function gendersSoughtBy({ gender, sexuality }: Orientation): readonly Gender[] {
  switch (sexuality) {
    case 'hetero':
      return [gender === 'male' ? 'female' : 'male'];
    case 'gay':
      return [gender];
    case 'lesbian':
      return ['female'];
    default:
      return attributes.gender;
  }
}

export const soughtGenders = ['female', 'male', 'both'] as const;
export type SoughtGender = (typeof soughtGenders)[number];

export function deriveSexuality(gender: Gender, sought: SoughtGender): Sexuality {
  if (sought === 'both') return 'bi';
  if (sought !== gender) return 'hetero';
  return gender === 'male' ? 'gay' : 'lesbian';
}
