import { expect, test } from 'vitest';

import { birthDateOf, isDay, isOldEnough } from './birth-date.ts';

test('three fields make one date', () => {
  expect(birthDateOf({ birth_day: ' 4', birth_month: '12', birth_year: '1988 ' })).toBe('1988-12-04');
});

test('nothing typed is no date, a part of one is not a day', () => {
  expect(birthDateOf({ birth_day: ' ', birth_month: '' })).toBe('');
  expect(isDay(birthDateOf({ birth_year: '1988' }))).toBe(false);
  expect(isDay(birthDateOf({ birth_day: '1', birth_month: '1', birth_year: '88' }))).toBe(true);
  expect(birthDateOf({ birth_day: '1', birth_month: '1', birth_year: '88' })).toBe('0088-01-01');
});

test('only days of the calendar exist', () => {
  expect(isDay('2000-02-29')).toBe(true);
  expect(isDay('2001-02-29')).toBe(false);
  expect(isDay('1990-02-31')).toBe(false);
  expect(isDay('1990-13-01')).toBe(false);
});

test('on the birthday itself somebody is old enough, the day before not', () => {
  const birthday = '2008-11-21';
  expect(isOldEnough(birthday, 18, new Date('2026-11-21T00:00:00Z'))).toBe(true);
  expect(isOldEnough(birthday, 18, new Date('2026-11-20T23:59:59Z'))).toBe(false);
});
