import { expect, test } from 'vitest';

import { birthDateError } from '../../contract/members/birth-date.ts';
import { joinBirthDate } from './birth-date.ts';

const now = new Date('2026-11-21T12:00:00Z');

test('three fields make one date', () => {
  expect(joinBirthDate({ birth_day: ' 4', birth_month: '12', birth_year: '1988 ' })).toBe('1988-12-04');
});

test('empty fields make no date, a partial date is invalid, and a two-digit year stays as typed', () => {
  expect(joinBirthDate({ birth_day: ' ', birth_month: '' })).toBe('');
  expect(birthDateError(joinBirthDate({ birth_year: '1988' }), 18, now)).toBe('birth-date.invalid');
  expect(joinBirthDate({ birth_day: '1', birth_month: '1', birth_year: '88' })).toBe('0088-01-01');
});
