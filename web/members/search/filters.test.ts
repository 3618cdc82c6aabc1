import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { attributes, profileAttributes } from '../../../contract/members/attributes.ts';
import { interestKeys } from '../../../contract/members/interests.ts';
import { profileFields } from '../../../contract/members/shown-profile.ts';
import {
  type Filters,
  distances,
  gendersFor,
  noFilters,
  readFilters,
  readPages,
  saysFilters,
  searchAddress,
  countFilters,
  toSearchQuery,
  writeFilters,
} from './filters.ts';
import { offeredFilters, onlyOffered } from './offered-filters.ts';

const read = (text: string): Filters => readFilters(new URLSearchParams(text));

const anyFilters: fc.Arbitrary<Filters> = fc.record({
  gender: fc.constantFrom(null, ...attributes.gender),
  country: fc.constantFrom(null, 'NL', 'DE', 'all' as const),
  countryregion: fc.constantFrom(null, 'NL-NH', 'GB-TLI'),
  ages: fc
    .tuple(fc.integer({ min: 18, max: 99 }), fc.integer({ min: 18, max: 99 }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
  distance: fc.constantFrom(null, ...distances),
  interests: fc.uniqueArray(fc.constantFrom(...interestKeys), { maxLength: 6 }),
  chosen: fc.constantFrom({}, { eye_color: ['blue', 'green'] }, { tattoos: ['none'], hair_color: ['red'] }),
  online: fc.boolean(),
  with_photo: fc.boolean(),
  name: fc.constantFrom('', 'Noor', 'Åse-Marie'),
  order: fc.constantFrom('nearby', 'active'),
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
  it('drop unknown values', () => {
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
  it('carry the number of shown pages, within the pages that exist', () => {
    expect(readPages(new URLSearchParams(searchAddress(noFilters, 3)), 60)).toBe(3);
    expect(readPages(new URLSearchParams('page=5000'), 60)).toBe(60);
    expect(readPages(new URLSearchParams('page=-2'), 60)).toBe(1);
  });
});

describe('the genders that a search offers', () => {
  it('are one if the member looks for one gender', () => {
    expect(gendersFor({ gender: 'male', sexuality: 'hetero' })).toEqual(['female']);
    expect(gendersFor({ gender: 'female', sexuality: 'lesbian' })).toEqual(['female']);
    expect(gendersFor({ gender: 'male', sexuality: 'gay' })).toEqual(['male']);
  });
  it('are both for visitors, for bisexual members and for members who do not say', () => {
    expect(gendersFor(null)).toHaveLength(2);
    expect(gendersFor({ gender: 'female', sexuality: 'bi' })).toHaveLength(2);
    expect(gendersFor({ gender: 'male', sexuality: null })).toHaveLength(2);
  });
});

describe('the address of a search', () => {
  it('tells having no filters apart from saying nothing about them', () => {
    expect(saysFilters(new URLSearchParams(searchAddress(noFilters)))).toBe(true);
    expect(read(searchAddress(noFilters, 2))).toEqual(noFilters);
    for (const text of ['', 'page=3', 'filters=all', 'api_signup_complete=1'])
      expect(saysFilters(new URLSearchParams(text)), text).toBe(false);
  });
  it('always says that it has filters when it was written with any', () => {
    fc.assert(fc.property(anyFilters, (filters) => saysFilters(new URLSearchParams(searchAddress(filters)))));
  });
  it('counts both ages as one filter and the order as none', () => {
    expect(countFilters(read('country=NL&min_age=30&max_age=50&order=active'))).toBe(2);
    expect(countFilters(noFilters)).toBe(0);
  });
});

describe('the filters that are offered (H4)', () => {
  const site = { visible_profile_fields: [...profileFields], search_fields: [...profileAttributes] };
  const interests = interestKeys.filter((key) => key !== 'bondage').map((key) => ({ key }));
  const all = read(
    'gender=male&countryregion=NL-NH&distance=25&interests=hiking,bondage&eye_color=blue&tattoos=none&online=1',
  );
  it('are those that the viewer sees on profiles, fewer for visitors', () => {
    expect(writeFilters(onlyOffered(all, offeredFilters(site, interests, true)))).toBe(
      'gender=male&countryregion=NL-NH&distance=25&interests=hiking&eye_color=blue&tattoos=none&online=1',
    );
    expect(writeFilters(onlyOffered(all, offeredFilters(site, interests, false)))).toBe(
      'gender=male&countryregion=NL-NH',
    );
  });
  it('leave out fields that the site hides or does not offer as a filter', () => {
    const narrow = { visible_profile_fields: ['tattoos', 'eye_color'], search_fields: ['eye_color', 'hair_color'] };
    expect(writeFilters(onlyOffered(all, offeredFilters(narrow, interests, true)))).toBe('eye_color=blue&online=1');
  });
  it("keep a member's chosen interests until those of the site are known", () => {
    expect(onlyOffered(all, offeredFilters(site, undefined, true)).interests).toEqual(['hiking', 'bondage']);
    expect(onlyOffered(all, offeredFilters(site, undefined, false)).interests).toEqual([]);
  });
});
