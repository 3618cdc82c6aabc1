import { isAttributeValue } from '../../contract/members/attributes.ts';
import { birthDateError } from '../../contract/members/birth-date.ts';
import type { ErrorCode } from '../../contract/platform/errors.ts';
import { soughtGenders } from '../../contract/members/matching.ts';
import { passwordLengthError } from '../../contract/accounts/password.ts';
import { usernameError } from '../../contract/accounts/username.ts';
import { joinBirthDate } from './birth-date.ts';

export type FieldErrors = Record<string, ErrorCode>;

/** The fields of each step, in order. */
export const steps = [
  ['gender', 'looking_for', 'email', 'password'],
  ['name', 'date_of_birth', 'country', 'countryregion', 'town', 'about'],
  ['accept_terms', 'consent_sensitive', 'signup_message'],
] as const;

/**
 * Returns the errors in the fields of one step that the browser can find (specification, section 5). The server
 * checks everything again and finds more: taken names, common passwords, unknown towns.
 */
export function findErrors(step: number, fields: Record<string, string>, minAge: number, now: Date): FieldErrors {
  const all: Record<string, ErrorCode | undefined> = {
    gender: isAttributeValue('gender', fields['gender'] ?? '') ? undefined : 'field.missing',
    looking_for: soughtGenders.includes(fields['looking_for'] as never) ? undefined : 'field.missing',
    email: emailError(fields['email']?.trim() ?? ''),
    password: passwordLengthError(fields['password'] ?? ''),
    name: usernameError(fields['name'] ?? '', fields['email'] ?? ''),
    date_of_birth: birthDateError(joinBirthDate(fields), minAge, now),
    country: fields['country'] ? undefined : 'field.missing',
    accept_terms: fields['accept_terms'] ? undefined : 'terms.not-accepted',
  };
  const errors: FieldErrors = {};
  for (const name of steps[step] ?? []) if (all[name]) errors[name] = all[name];
  return errors;
}

function emailError(email: string): ErrorCode | undefined {
  if (email === '') return 'field.missing';
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) ? undefined : 'email.invalid';
}

/** The name under which errors of a field are reported: three fields form a date, two a town. */
export function toErrorName(field: string): string {
  if (field.startsWith('birth_')) return 'date_of_birth';
  return field === 'town_name' ? 'town' : field;
}

/** The first step with an error. */
export function findErrorStep(fields: Record<string, unknown>): number | undefined {
  const found = steps.findIndex((names) => names.some((name) => name in fields));
  return found < 0 ? undefined : found;
}
