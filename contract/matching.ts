import { type Gender, type Sexuality, attributes } from './attributes.ts';

/** What decides whether two people match. Without a known sexuality (no consent), both genders are assumed. */
export interface Orientation {
  gender: Gender;
  sexuality: Sexuality | null;
}

/** The genders that somebody is looking for. */
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

/** Whether each of two people is of a gender that the other is looking for. */
export function areCompatible(a: Orientation, b: Orientation): boolean {
  return gendersSoughtBy(a).includes(b.gender) && gendersSoughtBy(b).includes(a.gender);
}

/** What "I am looking for" offers. */
export const soughtGenders = ['female', 'male', 'both'] as const;
export type SoughtGender = (typeof soughtGenders)[number];

/** The sexuality of somebody of a gender who is looking for one gender or for both. */
export function sexualityOf(gender: Gender, sought: SoughtGender): Sexuality {
  if (sought === 'both') return 'bi';
  if (sought !== gender) return 'hetero';
  return gender === 'male' ? 'gay' : 'lesbian';
}
