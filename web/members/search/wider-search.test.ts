import { describe, expect, it } from 'vitest';

import { type Filters, noFilters, readFilters, toSearchQuery } from './filters.ts';
import { nextRing, widerSearch } from './wider-search.ts';

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
    expect(toSearchQuery(third?.filters ?? noFilters, 1)).toMatchObject({ country: 'all', min_age: 20 });
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
    expect(widerSearch(read('distance=100'), 'NL', few)).toMatchObject({ km: '100', next: null, filters: noFilters });
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

describe('the next ring', () => {
  const usual = read('country=FI&min_age=28&max_age=48');
  it('is opened automatically only for the default filters', () => {
    const few = { count: 3, more: false };
    expect(nextRing(usual, usual, null, few)).toEqual(read('min_age=28&max_age=48'));
    expect(nextRing(read('country=FI&min_age=29&max_age=48'), usual, null, few)).toBeNull();
    expect(nextRing(usual, null, null, few)).toBeNull();
    expect(nextRing(usual, usual, null, undefined)).toBeNull();
    expect(nextRing(usual, usual, null, { count: 24, more: false })).toBeNull();
  });
});
