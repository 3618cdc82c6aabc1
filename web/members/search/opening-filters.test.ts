import { describe, expect, it } from 'vitest';

import type { ShellSettings, User } from '../../platform/queries.ts';
import { noFilters, readFilters, writeFilters } from './filters.ts';
import { resolveFilters, openingFilters } from './opening-filters.ts';

const settings = (demo: boolean, min_age = 18) => ({ demo, min_age }) as ShellSettings;
const member = (age: number, search: User['search'] = null) =>
  ({ search, profile: { age, country: 'FI' } }) as unknown as User;
const opens = (...given: Parameters<typeof openingFilters>): string => writeFilters(openingFilters(...given));

describe('the search opens', () => {
  it("with the member's own country and similar ages if they have never searched", () => {
    expect(opens(settings(true), member(38))).toBe('country=FI&min_age=28&max_age=48');
    // Elsewhere, a search without a country covers the member's own.
    expect(opens(settings(false), member(38))).toBe('min_age=28&max_age=48');
  });
  it('never below the minimum age of the site, and without an upper age for the oldest', () => {
    expect(opens(settings(false, 21), member(23))).toBe('min_age=21&max_age=33');
    expect(opens(settings(false), member(19))).toBe('max_age=29');
    expect(opens(settings(false), member(95))).toBe('min_age=85');
  });
  it('with the filters used last, and with none if they were cleared', () => {
    const search = { min_age: 30, interests: 'hiking', with_photo: true, order: 'active' } as const;
    expect(opens(settings(true), member(38, search))).toBe('min_age=30&interests=hiking&with_photo=1&order=active');
    expect(openingFilters(settings(true), member(38, {}))).toEqual(noFilters);
  });
  it('with everybody for visitors', () => {
    expect(openingFilters(settings(true), null)).toEqual(noFilters);
  });
  it('with the filters that the address states, if it states any', () => {
    const of = (text: string) => resolveFilters(new URLSearchParams(text), settings(true), member(38));
    expect(of('online=1')).toEqual(readFilters(new URLSearchParams('online=1')));
    expect(of('filters=none')).toEqual(noFilters);
    expect(writeFilters(of('page=2'))).toBe('country=FI&min_age=28&max_age=48');
  });
});
