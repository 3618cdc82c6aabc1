import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { distancesKm } from '../../../contract/geo/geo-bands.ts';
import { attributes, profileAttributes } from '../../../contract/members/attributes.ts';
import { interestKeys } from '../../../contract/members/interests.ts';
import { profileFields } from '../../../contract/members/shown-profile.ts';
import attributeWords from '../../../locales/attributes/de.json' with { type: 'json' };
import interestWords from '../../../locales/interests/de.json' with { type: 'json' };
import memberWords from '../../../locales/members/de.json' with { type: 'json' };
import type { ShellSettings, User } from '../../platform/calls/queries.ts';
import {
  type Filters,
  countFilters,
  gendersFor,
  noFilters,
  offeredFilters,
  onlyOffered,
  openingFilters,
  readFilters,
  readPages,
  resolveFilters,
  saysFilters,
  searchAddress,
  toSearchQuery,
  writeFilters,
} from './filters.ts';
import { buildChips } from './filter-chips.tsx';

const read = (text: string): Filters => readFilters(new URLSearchParams(text));

const anyFilters: fc.Arbitrary<Filters> = fc.record({
  gender: fc.constantFrom(null, ...attributes.gender),
  country: fc.constantFrom(null, 'NL', 'DE', 'all' as const),
  countryregion: fc.constantFrom(null, 'NL-NH', 'GB-TLI'),
  ages: fc
    .tuple(fc.integer({ min: 18, max: 99 }), fc.integer({ min: 18, max: 99 }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
  distance: fc.constantFrom(null, ...distancesKm),
  interests: fc.uniqueArray(fc.constantFrom(...interestKeys), { maxLength: 6 }),
  chosen: fc.constantFrom({}, { eye_color: ['blue', 'green'] }, { tattoos: ['none'], languages: ['fi', 'tr'] }),
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
    expect(toSearchQuery(noFilters)).toEqual({});
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
    expect(toSearchQuery(read('min_age=50&max_age=99'))).toEqual({ min_age: 50 });
  });
  it('carry the number of shown pages, within the pages that exist', () => {
    expect(readPages(new URLSearchParams(searchAddress(noFilters, 3)), 60)).toBe(3);
    expect(readPages(new URLSearchParams('page=5000'), 60)).toBe(60);
    expect(readPages(new URLSearchParams('page=-2'), 60)).toBe(1);
  });
});

it('a search offers one gender if the member looks for one; else, and to visitors, both', () => {
  expect(gendersFor({ gender: 'male', sexuality: 'hetero' })).toEqual(['female']);
  expect(gendersFor({ gender: 'female', sexuality: 'lesbian' })).toEqual(['female']);
  expect(gendersFor({ gender: 'male', sexuality: 'gay' })).toEqual(['male']);
  for (const person of [null, { gender: 'female', sexuality: 'bi' }, { gender: 'male', sexuality: null }] as const)
    expect(gendersFor(person)).toHaveLength(2);
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

const parts: Record<string, Record<string, string>> = {
  attributes: attributeWords,
  interests: interestWords,
  members: memberWords,
};

/** Returns German sentences whose values are only names. */
const say = (id: string, values: Record<string, unknown> = {}): string => {
  const [part = '', ...key] = id.split('.');
  return (parts[part]?.[key.join('.')] ?? id).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
};
const names = {
  say,
  own: 'NL' as const,
  country: () => 'Niederlande',
  region: (code: string) => (code === 'NL-NH' ? 'Noord-Holland' : undefined),
};
const getTexts = (filters: Filters): string[] => buildChips(filters, names, true).map(({ text }) => text);

describe('the chips of the filters', () => {
  it('say what a value is about, and name country and region', () => {
    const filters = read(
      'country=NL&countryregion=NL-NH&min_age=30&max_age=40&hair_color=blonde,red&interests=hiking&languages=fi',
    );
    expect(getTexts(filters)).toEqual([
      'Alter: 30–40',
      'Noord-Holland',
      'Niederlande',
      'Sprachen: Finnisch',
      'Haarfarbe: Blond',
      'Haarfarbe: Rot',
      'Wandern',
      'Mit Foto',
      'Gerade online',
    ]);
    expect(getTexts(read('country=all'))[0]).toBe('Alle Länder');
    expect(getTexts(read('countryregion=NL-UT'))[0]).toBe('Region');
  });
  it('remove the filter they name, and the region with its country', () => {
    const filters = read('country=NL&countryregion=NL-NH&hair_color=blonde,red&interests=hiking,art');
    const after = (key: string): string | undefined => {
      const chip = buildChips(filters, names, true).find((one) => one.key === key);
      return chip && writeFilters(chip.next);
    };
    expect(after('hair_color-red')).toBe('country=NL&countryregion=NL-NH&interests=hiking,art&hair_color=blonde');
    expect(after('region')).toBe('country=NL&interests=hiking,art&hair_color=blonde,red');
    expect(after('country')).toBe('interests=hiking,art&hair_color=blonde,red');
    expect(after('hiking')).toBe('country=NL&countryregion=NL-NH&interests=art&hair_color=blonde,red');
    expect(buildChips(noFilters, names, true).map(({ on }) => on)).toEqual([false, false]);
  });
  it('do not offer the online filter to viewers who may not know who is online', () => {
    expect(buildChips(noFilters, names, false).map(({ key }) => key)).toEqual(['with_photo']);
  });
});
