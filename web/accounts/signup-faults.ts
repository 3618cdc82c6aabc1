import type { ErrorCode } from '../../contract/errors.ts';
import { nameLengthMin, passwordLengthMax, passwordLengthMin } from '../../contract/limits.ts';
import { birthDateOf, isDay, isOldEnough } from './birth-date.ts';
import { isGender, wanted } from './looking-for.ts';

export type Faults = Record<string, ErrorCode>;

/** The fields of each step, in the order in which they are asked. */
export const steps = [
  ['gender', 'looking_for', 'email', 'password'],
  ['name', 'date_of_birth', 'country', 'countryregion', 'town'],
  ['accept_terms', 'consent_sensitive', 'signup_message'],
] as const;

/**
 * What can be said about the fields of one step before the server is asked (specification, section 5). The server
 * judges everything again and knows more: taken names, common passwords, towns.
 */
export function faultsOf(step: number, fields: Record<string, string>, minAge: number, now: Date): Faults {
  const all: Record<string, ErrorCode | undefined> = {
    gender: isGender(fields['gender']) ? undefined : 'field.missing',
    looking_for: wanted.includes(fields['looking_for'] as never) ? undefined : 'field.missing',
    email: /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(fields['email']?.trim() ?? '') ? undefined : 'email.invalid',
    password: passwordFault(fields['password'] ?? ''),
    name: nameFault(fields['name']?.trim() ?? '', fields['email']?.trim() ?? ''),
    date_of_birth: birthDateFault(birthDateOf(fields), minAge, now),
    country: fields['country'] ? undefined : 'field.missing',
    accept_terms: fields['accept_terms'] ? undefined : 'terms.not-accepted',
  };
  const faults: Faults = {};
  for (const name of steps[step] ?? []) if (all[name]) faults[name] = all[name];
  return faults;
}

/** The name under which a field of the form is refused: several fields make one date, two one town. */
export function refusedAs(field: string): string {
  if (field.startsWith('birth_')) return 'date_of_birth';
  return field === 'town_name' ? 'town' : field;
}

/** The first step that holds a refused field. */
export function stepOf(fields: Record<string, unknown>): number | undefined {
  const found = steps.findIndex((names) => names.some((name) => name in fields));
  return found < 0 ? undefined : found;
}

function passwordFault(password: string): ErrorCode | undefined {
  const length = [...password].length;
  if (length < passwordLengthMin) return 'password.too-short';
  return length > passwordLengthMax ? 'password.too-long' : undefined;
}

function nameFault(name: string, email: string): ErrorCode | undefined {
  if (name === '') return 'field.missing';
  if (name.startsWith('@')) return 'name.starts-with-at';
  if (name.toLowerCase() === email.toLowerCase()) return 'name.same-as-email';
  return [...name].length < nameLengthMin ? 'name.not-allowed' : undefined;
}

function birthDateFault(date: string, minAge: number, now: Date): ErrorCode | undefined {
  if (date === '') return 'birth-date.missing';
  if (!isDay(date) || !isOldEnough(date, 0, now)) return 'birth-date.invalid';
  return isOldEnough(date, minAge, now) ? undefined : 'birth-date.missing';
}
