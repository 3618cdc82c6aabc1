import { describe, expect, it } from 'vitest';

import type { Currency } from '../../../contract/platform/countries.ts';
import { type Language, defaultDateLanguage, languages, locales } from '../../../contract/platform/languages.ts';
import { formatIn } from './format.ts';

it('a day is shown in words, as a weekday or as a date, and a future day never as today', () => {
  const now = new Date(2026, 10, 28, 12);
  const daysAgo = (days: number): string => formatIn('en').relativeDay(new Date(2026, 10, 28 - days, 23, 59), now);
  expect([0, 1, 2, 6, 7].map(daysAgo)).toEqual(['today', 'yesterday', 'Thursday', 'Sunday', '21 Nov']);
  const ahead = [-1, -2, -3].map(daysAgo);
  expect(new Set(ahead).size).toBe(3);
  expect(ahead).not.toContain('today');
});

describe('the locale entries', () => {
  it('have code, iso, gifLocale and file', () => {
    expect(Object.keys(locales)).toEqual([...languages]);
    for (const [code, entry] of Object.entries(locales)) {
      const { iso, gifLocale, file } = entry;
      expect({ code: entry.code, file }).toEqual({ code, file: `${code}.json` });
      expect(iso).toMatch(new RegExp(`^${code}-[A-Z]{2}$`));
      expect(gifLocale).toMatch(/^[a-z]{2}$/);
    }
  });

  it('write dates in Dutch if the runtime does not know a language', () => {
    expect(defaultDateLanguage).toBe('nl');
    const klingon = 'tlh' as Language;
    locales[klingon] = { ...locales.en, iso: 'tlh' };
    expect(formatIn(klingon).day('2026-11-21T12:00:00Z')).toBe('21 november 2026');
    Reflect.deleteProperty(locales, klingon);
  });
});

it('money has the short sign of the viewer’s own currency, and a sign that names its country for any other', () => {
  const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
  const print = (language: 'en' | 'es' | 'sv', own: Currency | null, currency: string): string =>
    plain(formatIn(language, own).money(1_649, currency));
  expect(print('en', 'USD', 'USD')).toBe('$16.49');
  expect(print('en', 'CAD', 'CAD')).toBe('$16.49');
  expect(print('en', 'CAD', 'USD')).toBe('US$16.49');
  expect(print('en', 'EUR', 'USD')).toBe('US$16.49');
  expect(print('en', null, 'USD')).toBe('US$16.49');
  expect(print('en', 'GBP', 'GBP')).toBe('£16.49');
  expect(print('es', 'USD', 'USD')).toBe('16,49 $');
  expect(print('en', 'SEK', 'SEK')).toBe('kr 16.49');
  expect(print('sv', 'SEK', 'SEK')).toBe('16,49 kr');
  expect(print('en', 'SEK', 'NOK')).toBe('NOK 16.49');
});
