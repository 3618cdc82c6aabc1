import { expect, it } from 'vitest';

import { type Traits, closeness, eveningAt, sharedBetween, maySuggestFictional } from './rules.ts';

const now = new Date('2026-11-22T20:00:00Z');
const shown = { fields: new Set(['town', 'languages'] as const), interests: new Set(['cooking', 'hiking']) };
const anna: Traits = {
  town: 'nl-haarlem',
  interests: ['cooking', 'hiking', 'kissing'],
  languages: ['nl', 'tr'],
  date_of_birth: '1990-05-17',
};

it('shared traits are found only among the fields that the site shows', () => {
  const other = {
    town: 'nl-haarlem',
    interests: ['kissing', 'hiking', 'music'],
    languages: ['en', 'tr'],
    date_of_birth: '1992-11-23',
  };
  // 36 and 33, a day before the birthday: three whole years apart.
  expect(sharedBetween(anna, other, shown, now)).toEqual({
    interests: ['hiking'],
    languages: ['tr'],
    town: true,
    age: false,
  });
  const older = { ...other, town: null, date_of_birth: '1992-11-22' };
  expect(sharedBetween({ ...anna, town: null }, older, shown, now)).toMatchObject({ town: false, age: true });
  expect(sharedBetween(anna, other, { fields: new Set(), interests: new Set() }, now)).toEqual({
    interests: [],
    languages: [],
    town: false,
    age: false,
  });
});

it('two shared interests weigh more than a shared language, town and age', () => {
  const nothing = { interests: [], languages: [], town: false, age: false };
  expect(closeness(nothing)).toBe(0);
  expect(closeness({ ...nothing, interests: ['hiking', 'cooking'] })).toBeGreaterThan(
    closeness({ ...nothing, languages: ['nl', 'tr'], town: true, age: true }),
  );
});

it('the evening begins six hours before midnight, even when the clocks change', () => {
  const at = (time: string) => eveningAt(new Date(time), 'Europe/Amsterdam');
  expect(at('2026-10-25T16:59:59Z')).toEqual({
    day: '2026-10-25',
    isNow: false,
    endsAt: new Date('2026-10-25T23:00:00Z'),
    nextAt: new Date('2026-10-25T17:00:00Z'),
  });
  expect(at('2026-10-25T17:00:00Z')).toMatchObject({ isNow: true, nextAt: new Date('2026-10-26T17:00:00Z') });
  expect(at('2026-10-24T21:59:59Z')).toMatchObject({ day: '2026-10-24', isNow: true });
  expect(at('2026-10-24T22:00:00Z')).toMatchObject({
    day: '2026-10-25',
    isNow: false,
    nextAt: new Date('2026-10-25T17:00:00Z'),
  });
});

it('fictional members stand in only on the demo site, and only if they are labeled', () => {
  expect(maySuggestFictional({ demo: true, fictional_warning: true })).toBe(true);
  expect(maySuggestFictional({ demo: false, fictional_warning: true })).toBe(false);
  expect(maySuggestFictional({ demo: true, fictional_warning: false })).toBe(false);
});
