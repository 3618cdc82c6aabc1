import { describe, expect, it } from 'vitest';

import type { Output } from '../../../contract/index.ts';
import { type Filters, noFilters, readFilters, toSearchQuery } from './filters.ts';
import { mergePages, widenDefaultSearch, widerSearch } from './use-search.ts';

type Page = Output<'searchProfiles'>;

function page(pageNumber: number, ids: string[], numResults = 60, more = false): Page {
  return { pageNumber, numResults, more, results: ids.map((id) => ({ id }) as Page['results'][number]) };
}
const getIds = (pages: (Page | undefined)[]): string =>
  mergePages(pages)
    .members.map(({ id }) => id)
    .join('');

describe('pages of results', () => {
  it('show a member who moved to the next page only once, where they were first, and the latest count', () => {
    expect(getIds([page(1, ['a', 'b']), page(2, ['b', 'c'])])).toBe('abc');
    expect(getIds([page(1, ['a']), undefined])).toBe('a');
    expect(mergePages([page(1, ['a'], 60), page(2, ['b'], 58)]).count).toBe(58);
  });
  it('have a next one as the count says and beyond it, up to the sixtieth page', () => {
    expect(mergePages([page(1, ['a'], 25)]).hasNext).toBe(true);
    expect(mergePages([page(1, ['a'], 24)]).hasNext).toBe(false);
    expect(mergePages(Array.from({ length: 59 }, (_, at) => page(at + 1, [`${at}`], 1_000, true))).hasNext).toBe(true);
    expect(mergePages(Array.from({ length: 60 }, (_, at) => page(at + 1, [`${at}`], 1_000, true))).hasNext).toBe(false);
  });
});

const read = (text: string): Filters => readFilters(new URLSearchParams(text));

describe('a search that finds few members', () => {
  const few = { count: 23, more: false };
  it('is widened one step at a time and keeps every other filter', () => {
    const filters = read('countryregion=NL-NH&min_age=30&max_age=95&interests=hiking&with_photo=1&order=active');
    const first = widerSearch(filters, 'NL', few);
    expect(first).toEqual({ from: 'region', filters: { ...filters, countryregion: null } });
    const second = widerSearch(first?.filters ?? noFilters, 'NL', few);
    expect(second).toEqual({ from: 'country', filters: { ...filters, countryregion: null, country: 'all' } });
    const third = widerSearch(second?.filters ?? noFilters, 'NL', few);
    expect(third).toMatchObject({ from: 'ages', low: 20, high: 99 });
    expect(toSearchQuery(third?.filters ?? noFilters)).toMatchObject({ country: 'all', min_age: 20 });
    const fourth = widerSearch(third?.filters ?? noFilters, 'NL', few);
    expect(widerSearch(fourth?.filters ?? noFilters, 'NL', few)).toBeNull();
  });
  it('names the next distance, and none after the last', () => {
    const filters = read('distance=50&countryregion=NL-NH');
    expect(widerSearch(filters, 'NL', few)).toEqual({
      from: 'distance',
      km: '50',
      next: '100',
      filters: { ...filters, distance: '100' },
    });
    expect(widerSearch(read('distance=500'), 'NL', few)).toMatchObject({ km: '500', next: null, filters: noFilters });
  });
  it('drops its country if a search covers all countries by default', () => {
    expect(widerSearch(read('country=FI&tattoos=none'), null, few)?.filters).toEqual(read('tattoos=none'));
    expect(widerSearch(noFilters, null, few)).toBeNull();
  });
  it('is not widened once it fills a page', () => {
    expect(widerSearch(noFilters, 'NL', { count: 24, more: false })).toBeNull();
    expect(widerSearch(noFilters, 'NL', { count: 1_000, more: true })).toBeNull();
  });
});

describe('the next wider search', () => {
  const usual = read('country=FI&min_age=28&max_age=48');
  it('is opened automatically only for the default filters', () => {
    const few = { count: 3, more: false };
    expect(widenDefaultSearch(usual, usual, null, few)).toEqual(read('min_age=28&max_age=48'));
    expect(widenDefaultSearch(read('country=FI&min_age=29&max_age=48'), usual, null, few)).toBeNull();
    expect(widenDefaultSearch(usual, null, null, few)).toBeNull();
    expect(widenDefaultSearch(usual, usual, null, undefined)).toBeNull();
    expect(widenDefaultSearch(usual, usual, null, { count: 24, more: false })).toBeNull();
  });
});
