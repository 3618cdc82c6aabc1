import type { Gender, Sexuality } from '../../contract/attributes.ts';

export const wanted = ['female', 'male', 'both'] as const;
export type Wanted = (typeof wanted)[number];

export function isGender(value: string | null | undefined): value is Gender {
  return value === 'male' || value === 'female';
}

/** The sexuality that "I am" and "looking for" say together; unknown while one of them is open. */
export function sexualityOf(gender: string | undefined, lookingFor: string | undefined): Sexuality | undefined {
  if (!isGender(gender) || !wanted.includes(lookingFor as Wanted)) return undefined;
  if (lookingFor === 'both') return 'bi';
  if (lookingFor !== gender) return 'hetero';
  return gender === 'male' ? 'gay' : 'lesbian';
}
