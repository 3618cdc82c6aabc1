import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attributeNames, attributes, isAttributeValue } from './members/attributes.ts';
import { countries, countryCodes, isCountry } from './platform/countries.ts';
import { interestCategories, interestKeys, interests, interestsFor, isInterest } from './members/interests.ts';
import { languages } from './platform/languages.ts';
import { regions } from './geo/regions.data.ts';

describe('countries', () => {
  it('are the nineteen of the specification', () => {
    expect(countryCodes.join(' ')).toBe('US NL BE FR IT ES DE AT IE GB CA PL AU NZ CH DK FI NO SE');
    expect(isCountry('NL')).toBe(true);
    expect(isCountry('nl')).toBe(false);
    expect(isCountry('toString')).toBe(false);
  });

  it('name real currencies and time zones, and each language at most once', () => {
    const currencies = new Set(Intl.supportedValuesOf('currency'));
    for (const code of countryCodes) {
      const { currency, locales, timeZone } = countries[code];
      expect(currencies).toContain(currency);
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
      expect(new Set(locales).size).toBe(locales.length);
      expect(languages).toEqual(expect.arrayContaining([...locales]));
    }
  });

  it('make every language the default of at least one country', () => {
    const defaults = new Set<string>(countryCodes.map((code) => countries[code].locales[0]));
    expect([...defaults].sort()).toEqual([...languages].sort());
  });

  it('are all within the EEA except AU, CA, CH, GB, NZ and US', () => {
    const outside = countryCodes.filter((code) => !countries[code].inEea);
    expect(outside.sort()).toEqual(['AU', 'CA', 'CH', 'GB', 'NZ', 'US']);
  });
});

describe('regions', () => {
  it('are complete for every country', () => {
    const expected = { US: 51, NL: 12, BE: 3, FR: 13, IT: 20, ES: 19, DE: 16, AT: 9, IE: 26, GB: 12 };
    const further = { CA: 13, PL: 16, AU: 8, NZ: 16, CH: 26, DK: 5, FI: 19, NO: 15, SE: 21 };
    const counts = Object.fromEntries(countryCodes.map((code) => [code, regions[code].length]));
    expect(counts).toEqual({ ...expected, ...further });
  });

  it('have unique names, and unique codes that start with the country', () => {
    for (const country of countryCodes) {
      const codes = regions[country].map((region) => region.code);
      const names = regions[country].map((region) => region.name);
      for (const code of codes) expect(code).toMatch(new RegExp(`^${country}-[A-Z0-9]{1,3}$`));
      for (const name of names) expect(name.trim()).toMatch(/^\p{Lu}/u);
      expect(new Set(codes).size).toBe(codes.length);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe('attributes', () => {
  it('have unique values in snake_case', () => {
    for (const name of attributeNames) {
      const values: readonly string[] = attributes[name];
      expect(new Set(values).size).toBe(values.length);
      for (const value of values) expect(value).toMatch(/^[a-z]+(_[a-z]+)*$/);
    }
  });

  it('refuse values of another attribute', () => {
    expect(isAttributeValue('eye_color', 'hazel')).toBe(true);
    expect(isAttributeValue('hair_color', 'hazel')).toBe(false);
  });
});

describe('interests', () => {
  const icons = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/icons');

  it('have an icon in the library', () => {
    for (const key of interestKeys) expect(existsSync(join(icons, `${interests[key].icon}.mjs`)), key).toBe(true);
  });

  it('have keys in snake_case, and leave no category empty', () => {
    for (const key of interestKeys) expect(key).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(new Set(interestKeys.map((key) => interests[key].category))).toEqual(new Set(interestCategories));
    expect(isInterest('beach')).toBe(true);
    expect(isInterest('constructor')).toBe(false);
  });

  it('are offered without the explicit ones on niches that allow no explicit interests', () => {
    expect(interestsFor({ explicitInterests: true })).toEqual(interestKeys);
    const hidden = interestKeys.filter((key) => !interestsFor({ explicitInterests: false }).includes(key));
    expect(hidden).toEqual(interestKeys.filter((key) => interests[key].category === 'explicit'));
    expect(hidden).toContain('role_play');
  });
});
