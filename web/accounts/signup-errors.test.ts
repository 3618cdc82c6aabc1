import { describe, expect, test } from 'vitest';

import { findErrors, toErrorName, findErrorStep } from './signup-errors.ts';

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
  test.each(['anna', 'anna@', 'anna@example', 'an na@example.org', '@example.org'])(
    '%s is not an email address',
    (email) => {
      expect(errors(0, { email })).toEqual({ email: 'email.invalid' });
    },
  );
  test('a username may not be the email address, start with @ or be a single letter', () => {
    expect(errors(1, { name: 'Anna@Example.org' })).toEqual({ name: 'name.same-as-email' });
    expect(errors(1, { name: '@anna' })).toEqual({ name: 'name.starts-with-at' });
    expect(errors(1, { name: 'A' })).toEqual({ name: 'name.not-allowed' });
  });
  test('a nonexistent or future birth date is invalid, and that of too young a visitor counts as missing', () => {
    expect(errors(1, { birth_day: '31', birth_month: '2' })).toEqual({ date_of_birth: 'birth-date.invalid' });
    expect(errors(1, { birth_year: '2030' })).toEqual({ date_of_birth: 'birth-date.invalid' });
    expect(errors(1, { birth_year: '2009' })).toEqual({ date_of_birth: 'birth-date.missing' });
  });
  test('the length of a password is counted in characters, not in bytes', () => {
    expect(errors(0, { password: '🌊🌊🌊🌊🌊🌊🌊🌊' })).toEqual({});
    expect(errors(0, { password: '🌊🌊🌊🌊' })).toEqual({ password: 'password.too-short' });
    expect(errors(0, { password: 'x'.repeat(129) })).toEqual({ password: 'password.too-long' });
  });
});

test('the form returns to the first step with an error', () => {
  expect(findErrorStep({ name: 'name.taken', accept_terms: 'terms.not-accepted' })).toBe(1);
  expect(findErrorStep({ accept_terms: 'terms.not-accepted' })).toBe(2);
  expect(findErrorStep({})).toBeUndefined();
});

test('the parts of a date or a town share one error', () => {
  expect(['birth_year', 'town_name', 'email'].map(toErrorName)).toEqual(['date_of_birth', 'town', 'email']);
});
