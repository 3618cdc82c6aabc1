import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { attributes } from '../../../contract/attributes.ts';
import { interestKeys } from '../../../contract/interests.ts';
import {
  type Filters,
  distances,
  gendersFor,
  noFilters,
  readFilters,
  readPages,
  toSearchQuery,
  writeFilters,
} from './filters.ts';

const read = (text: string): Filters => readFilters(new URLSearchParams(text));

const anyFilters: fc.Arbitrary<Filters> = fc.record({
  gender: fc.constantFrom(null, ...attributes.gender),
  country: fc.constantFrom(null, 'NL', 'DE'),
  countryregion: fc.constantFrom(null, 'NL-NH', 'GB-TLI'),
  ages: fc
    .tuple(fc.integer({ min: 18, max: 99 }), fc.integer({ min: 18, max: 99 }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
  distance: fc.constantFrom(null, ...distances),
  interests: fc.uniqueArray(fc.constantFrom(...interestKeys), { maxLength: 6 }),
  chosen: fc.constantFrom({}, { eye_color: ['blue', 'green'] }, { tattoos: ['none'], hair_color: ['red'] }),
  online: fc.boolean(),
  with_photo: fc.boolean(),
});

describe('the filters of the search in the address', () => {
  it('come back from the address as they were written', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        expect(read(writeFilters(filters))).toEqual({ ...filters });
      }),
    );
  });
  it('leave no trace when nothing narrows the search', () => {
    expect(writeFilters(noFilters)).toBe('');
    expect(toSearchQuery(noFilters, 1)).toEqual({ pageNumber: 1 });
  });
  it('are understood as a plain form writes them, with repeated names and empty values', () => {
    const filters = read(
      'gender=&country=NL&countryregion=&min_age=30&max_age=64&interests=hiking&interests=cooking&with_photo=on',
    );
    expect(writeFilters(filters)).toBe('country=NL&min_age=30&max_age=64&interests=hiking,cooking&with_photo=1');
  });
  it('drop what nobody offers', () => {
    const text =
      'gender=robot&country=XX&distance=7&interests=hiking,hacking&eye_color=blue,plaid&countryregion=<script>&min_age=abc';
    expect(writeFilters(read(text))).toBe('interests=hiking&eye_color=blue');
  });
  it('keep ages within 18 and 99 and in order', () => {
    expect(read('min_age=3&max_age=400').ages).toEqual([18, 99]);
    expect(read('min_age=60&max_age=40').ages).toEqual([40, 60]);
  });
  it('send an open upper age as no limit at all', () => {
    expect(toSearchQuery(read('min_age=50&max_age=99'), 2)).toEqual({ pageNumber: 2, min_age: 50 });
  });
  it('carry the number of shown pages, and never more than can be had', () => {
    expect(readPages(new URLSearchParams(writeFilters(noFilters, 3)), 60)).toBe(3);
    expect(readPages(new URLSearchParams('page=5000'), 60)).toBe(60);
    expect(readPages(new URLSearchParams('page=-2'), 60)).toBe(1);
  });
});

describe('the genders that a search offers', () => {
  it('are one where the member looks for one', () => {
    expect(gendersFor({ gender: 'male', sexuality: 'hetero' })).toEqual(['female']);
    expect(gendersFor({ gender: 'female', sexuality: 'lesbian' })).toEqual(['female']);
    expect(gendersFor({ gender: 'male', sexuality: 'gay' })).toEqual(['male']);
  });
  it('are both for visitors, for bisexual members and for those who do not tell', () => {
    expect(gendersFor(null)).toHaveLength(2);
    expect(gendersFor({ gender: 'female', sexuality: 'bi' })).toHaveLength(2);
    expect(gendersFor({ gender: 'male', sexuality: null })).toHaveLength(2);
  });
});
