import { describe, expect, test, vi } from 'vitest';

import type { Call } from '../../platform/calls/call.ts';
import {
  buildDraft,
  checkSignUp,
  findLanderChoices,
  findErrorStep,
  findErrors,
  joinBirthDate,
  toErrorName,
  withoutLanderChoice,
} from './signup-fields.ts';

const now = new Date('2026-11-21T12:00:00Z');
const good = {
  gender: 'female',
  looking_for: 'both',
  email: 'anna@example.org',
  password: 'a quiet evening',
  name: 'Anna',
  birth_day: '12',
  birth_month: '4',
  birth_year: '1988',
  country: 'NL',
  accept_terms: 'on',
};
const errors = (step: number, changed: Record<string, string>) => findErrors(step, { ...good, ...changed }, 18, now);

test('a completed form has no errors', () => {
  for (const step of [0, 1, 2]) expect(errors(step, {})).toEqual({});
});

test('an empty form has an error in every required field, each in its step', () => {
  expect(findErrors(0, {}, 18, now)).toEqual({
    gender: 'field.missing',
    looking_for: 'field.missing',
    email: 'field.missing',
    password: 'password.too-short',
  });
  expect(findErrors(1, {}, 18, now)).toEqual({
    name: 'field.missing',
    date_of_birth: 'birth-date.missing',
    country: 'field.missing',
  });
  expect(findErrors(2, {}, 18, now)).toEqual({ accept_terms: 'terms.not-accepted' });
});

describe('the specified errors', () => {
  test('an email address has a name and a domain, and no space', () => {
    for (const email of ['anna', 'anna@', 'anna@example', 'an na@example.org', '@example.org', 'anna@example..org'])
      expect(errors(0, { email }), email).toEqual({ email: 'email.invalid' });
  });
  test('a username may not be the email address, start with @ or be a single letter', () => {
    expect(errors(1, { name: 'Anna@Example.org' })).toEqual({ name: 'name.same-as-email' });
    expect(errors(1, { name: '@anna' })).toEqual({ name: 'name.starts-with-at' });
    expect(errors(1, { name: 'A' })).toEqual({ name: 'name.not-allowed' });
  });
  test('a nonexistent or future birth date is invalid, and that of too young a visitor counts as missing', () => {
    expect(errors(1, { birth_day: '31', birth_month: '2' })).toEqual({ date_of_birth: 'birth-date.invalid' });
    expect(errors(1, { birth_year: '2030' })).toEqual({ date_of_birth: 'birth-date.invalid' });
    expect(errors(1, { birth_day: '', birth_month: '' })).toEqual({ date_of_birth: 'birth-date.invalid' });
    expect(errors(1, { birth_year: '2009' })).toEqual({ date_of_birth: 'birth-date.missing' });
  });
  test('the length of a password is counted in characters, not in bytes', () => {
    expect(errors(0, { password: '🌊🌊🌊🌊🌊🌊🌊🌊' })).toEqual({});
    expect(errors(0, { password: '🌊🌊🌊🌊' })).toEqual({ password: 'password.too-short' });
    expect(errors(0, { password: 'x'.repeat(129) })).toEqual({ password: 'password.too-long' });
  });
});

test('three fields make one date, empty ones none, and a two-digit year stays as typed', () => {
  expect(joinBirthDate({ birth_day: ' 4', birth_month: '12', birth_year: '1988 ' })).toBe('1988-12-04');
  expect(joinBirthDate({ birth_day: ' ', birth_month: '' })).toBe('');
  expect(joinBirthDate({ birth_day: '1', birth_month: '1', birth_year: '88' })).toBe('0088-01-01');
});

test('the form returns to the first step with an error', () => {
  expect(findErrorStep({ name: 'name.taken', accept_terms: 'terms.not-accepted' })).toBe(1);
  expect(findErrorStep({ accept_terms: 'terms.not-accepted' })).toBe(2);
  expect(findErrorStep({})).toBeUndefined();
});

test('the parts of a date or a town share one error', () => {
  expect(['birth_year', 'town_name', 'email'].map(toErrorName)).toEqual(['date_of_birth', 'town', 'email']);
});

/** A server that finds nothing wrong with names and knows two towns. */
const call = vi.fn(async (name: string, input: { query?: string }) =>
  name === 'listTowns'
    ? {
        towns: ['Hamburg', 'Hamm']
          .filter((town) => town.toLowerCase().startsWith(input.query?.toLowerCase() ?? ''))
          .map((town) => ({ id: `de-${town}`, name: town })),
      }
    : { ok: true },
) as unknown as Call;

const fields = { email: 'anna@example.org', password: 'a quiet evening', name: 'Anna', country: 'DE' };

test('an unknown town is reported when the visitor leaves its step', async () => {
  expect(await checkSignUp(call, { ...fields, town_name: 'Altona' })).toMatchObject({
    error: 'input.invalid',
    fields: { town: 'town.not-found' },
  });
});

test('no error is reported for a town that is known, chosen or left out', async () => {
  for (const town_name of ['Hamburg', 'hamburg', 'Hambu', ' ', ''])
    expect(await checkSignUp(call, { ...fields, town_name }), town_name).toBeNull();
  expect(await checkSignUp(call, { ...fields, town_name: 'Altona', town: 'de-hamburg' })).toBeNull();
});

test('what was chosen on a lander can be removed again, but not a text that was changed since', () => {
  const draft = { about: 'Cooking, Hiking', town_name: 'Ottawa', lander_choices: '["Cooking","Hiking","Ottawa"]' };
  expect(findLanderChoices(draft)).toEqual(['Cooking', 'Hiking', 'Ottawa']);
  const left = withoutLanderChoice(draft, 'Cooking');
  expect([left.about, findLanderChoices(left)]).toEqual(['Hiking', ['Hiking', 'Ottawa']]);
  expect(withoutLanderChoice(left, 'Ottawa')).toMatchObject({
    about: 'Hiking',
    town_name: '',
    lander_choices: '["Hiking"]',
  });
  const changed = { ...draft, about: 'Cooking for two' };
  expect(findLanderChoices(changed)).toEqual(['Ottawa']);
  expect(withoutLanderChoice(changed, 'Hiking').about).toBe('Cooking for two');
  expect(findLanderChoices({ lander_choices: 'nothing of ours' })).toEqual([]);
});

test('a draft keeps typed values, but neither the password nor a consent', () => {
  const form: Record<string, unknown> = {
    email: 'anna@example.org',
    name: '',
    password: 'a quiet evening',
    accept_terms: 'on',
    birth_year: '1988',
    town: 7,
  };
  expect(buildDraft((name) => form[name])).toEqual({ email: 'anna@example.org', birth_year: '1988' });
});
