import { cleanEmail, isEmail } from '../../../contract/accounts/email.ts';
import { passwordLengthError } from '../../../contract/accounts/password.ts';
import { usernameError } from '../../../contract/accounts/username.ts';
import type { Input } from '../../../contract/index.ts';
import { isAttributeValue } from '../../../contract/members/attributes.ts';
import { birthDateError } from '../../../contract/members/birth-date.ts';
import { soughtGenders } from '../../../contract/members/matching.ts';
import type { ErrorBody, ErrorCode } from '../../../contract/platform/errors.ts';
import { type Call, CallError } from '../../platform/calls/call.ts';
import { readItem, setItem } from '../../platform/storage/storage.ts';

export type FieldErrors = Record<string, ErrorCode>;

export const steps = [
  ['signup_message', 'gender', 'looking_for', 'email', 'password'],
  ['name', 'date_of_birth', 'country', 'countryregion', 'town', 'about'],
  ['accept_terms', 'consent_sensitive'],
] as const;

/**
 * Finds the errors of one step that the browser can know (specification, section 5). The server checks again and finds
 * more.
 */
export function findErrors(step: number, fields: Record<string, string>, minAge: number, now: Date): FieldErrors {
  const all: Record<string, ErrorCode | undefined> = {
    gender: isAttributeValue('gender', fields['gender'] ?? '') ? undefined : 'field.missing',
    looking_for: soughtGenders.includes(fields['looking_for'] as never) ? undefined : 'field.missing',
    email: emailError(fields['email'] ?? ''),
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
  if (cleanEmail(email) === '') return 'field.missing';
  return isEmail(email) ? undefined : 'email.invalid';
}

/** Returns the name under which errors of a field are reported: three fields form a date, two a town. */
export function toErrorName(field: string): string {
  if (field.startsWith('birth_')) return 'date_of_birth';
  return field === 'town_name' ? 'town' : field;
}

export function findErrorStep(fields: Record<string, unknown>): number | undefined {
  const found = steps.findIndex((names) => names.some((name) => name in fields));
  return found < 0 ? undefined : found;
}

/** Joins the three fields of a date of birth as YYYY-MM-DD, valid or not; '' when all are empty. */
export function joinBirthDate(fields: Record<string, string | undefined>): string {
  const [day, month, year] = ['birth_day', 'birth_month', 'birth_year'].map((name) => fields[name]?.trim() ?? '') as [
    string,
    string,
    string,
  ];
  if (day === '' && month === '' && year === '') return '';
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`.slice(0, 40);
}

/**
 * Asks the server for errors in password, name and town that only it can find; null if there are none. If the call
 * fails, the sign-up checks again.
 */
export async function checkSignUp(call: Call, fields: Record<string, string>): Promise<ErrorBody | null> {
  const { email = '', password = '', name = '', key } = fields;
  try {
    await call('checkSignUp', {
      email: email.trim(),
      password,
      name: name.trim(),
      ...(key && { idempotency_key: key }),
    });
    await findTown(fields, call);
    return null;
  } catch (error) {
    return error instanceof CallError && error.code === 'input.invalid' ? error.body : null;
  }
}

/**
 * Finds the chosen town, else the one so named or the only match; undefined without input. Throws input.invalid
 * (`town`).
 */
export async function findTown(
  fields: Readonly<Record<string, string | undefined>>,
  call: Call,
): Promise<string | undefined> {
  if (fields['town']) return fields['town'];
  const typed = fields['town_name']?.trim() ?? '';
  if (typed === '') return undefined;
  const country = fields['country']?.trim() as Input<'listTowns'>['country'];
  const { towns } = await call('listTowns', { country, query: typed.slice(0, 60) });
  const same = towns.filter((town) => town.name.toLowerCase() === typed.toLowerCase());
  const found = same[0] ?? (towns.length === 1 ? towns[0] : undefined);
  if (!found) throw new CallError(422, { error: 'input.invalid', message: '', fields: { town: 'town.not-found' } });
  return found.id;
}

const draftKey = 'tealight.signup';

/** The fields of the sign-up draft (specification, section 3). The password is never stored. */
const draftFields = [
  'email',
  'name',
  'gender',
  'looking_for',
  'birth_day',
  'birth_month',
  'birth_year',
  'country',
  'countryregion',
  'town',
  'town_name',
  'signup_message',
  'about',
  'lander_choices',
  'next',
] as const;

export type Draft = Partial<Record<(typeof draftFields)[number], string>>;

export function buildDraft(read: (name: string) => unknown): Draft {
  const draft: Draft = {};
  for (const name of draftFields) {
    const value = read(name);
    if (typeof value === 'string' && value !== '') draft[name] = value;
  }
  return draft;
}

/** Returns what was chosen on a lander and is still in the fields: the sentences of `about`, and the town. */
export function findLanderChoices(draft: Draft): string[] {
  const all = parseLanderChoices(draft.lander_choices);
  const sentences = all.filter((one) => one !== draft.town_name);
  return sentences.join(', ') === (draft.about ?? '') ? all : all.filter((one) => one === draft.town_name);
}

/** Returns the draft without something that was chosen on a lander. A text that was changed meanwhile stays. */
export function withoutLanderChoice(draft: Draft, choice: string): Draft {
  const found = findLanderChoices(draft);
  const left = found.filter((one) => one !== choice);
  const next = { ...draft, lander_choices: JSON.stringify(left) };
  if (choice === draft.town_name) return { ...next, town_name: '', town: '' };
  if (!found.includes(choice)) return next;
  return { ...next, about: left.filter((one) => one !== draft.town_name).join(', ') };
}

function parseLanderChoices(text = '[]'): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    // An address may have anything in its query.
    return [];
  }
}

export function readDraft(): Draft {
  try {
    const kept = JSON.parse(readItem('sessionStorage', draftKey) ?? '{}') as Record<string, unknown>;
    return buildDraft((name) => kept[name]);
  } catch {
    return {};
  }
}

/** Stores the draft for this tab only. If the browser forbids that, the draft lasts as long as the page. */
export function writeDraft(draft: Draft): void {
  setItem('sessionStorage', draftKey, JSON.stringify(draft));
}

export function dropDraft(): void {
  setItem('sessionStorage', draftKey, null);
}
