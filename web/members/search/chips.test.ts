import { describe, expect, it } from 'vitest';

import attributes from '../../../locales/attributes/de.json' with { type: 'json' };
import interests from '../../../locales/interests/de.json' with { type: 'json' };
import members from '../../../locales/members/de.json' with { type: 'json' };
import { buildChips } from './chips.ts';
import { type Filters, noFilters, readFilters, writeFilters } from './filters.ts';

const parts: Record<string, Record<string, string>> = { attributes, interests, members };

/** German sentences whose values are only names. */
const say = (id: string, values: Record<string, unknown> = {}): string => {
  const [part = '', ...key] = id.split('.');
  return (parts[part]?.[key.join('.')] ?? id).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
};
const names = {
  say,
  country: () => 'Niederlande',
  region: (code: string) => (code === 'NL-NH' ? 'Noord-Holland' : undefined),
};
const textsOf = (filters: Filters): string[] => buildChips(filters, names, true).map(({ text }) => text);
const read = (text: string): Filters => readFilters(new URLSearchParams(text));

describe('the chips of the filters', () => {
  it('say what a value is about, and name country and region', () => {
    const filters = read('country=NL&countryregion=NL-NH&min_age=30&max_age=40&hair_color=blonde,red&interests=hiking');
    expect(textsOf(filters)).toEqual([
      'Alter: 30 – 40',
      'Niederlande',
      'Noord-Holland',
      'Haarfarbe: Blond',
      'Haarfarbe: Rot',
      'Wandern',
      'Mit Foto',
      'Gerade online',
    ]);
    expect(textsOf(read('country=all'))[0]).toBe('Alle Länder');
    expect(textsOf(read('countryregion=NL-UT'))[0]).toBe('Region');
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
