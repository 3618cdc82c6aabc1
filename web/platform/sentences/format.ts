import { createContext, use, useMemo } from 'react';

import { dayMs } from '../../../contract/platform/calendar.ts';
import type { Country, Currency } from '../../../contract/platform/countries.ts';
import { type Language, defaultDateLanguage, locales } from '../../../contract/platform/languages.ts';
import { writtenDay } from '../../../contract/platform/written-day.ts';
import { useLanguage } from './sentences.tsx';

export interface Format {
  money(minor: number, currency: string): string;
  number(value: number): string;
  signed(value: number): string;
  /** A fraction with at most one decimal: 0.46 is 46 %. */
  percent(fraction: number): string;
  country(code: Country): string;
  time(at: string | Date): string;
  /** Day, month in words and year, the same in every time zone: 21 November 2026. */
  day(at: string | Date): string;
  /** Today, yesterday, the weekday within a week, else the date; also the date for a future day, by a slow clock. */
  relativeDay(at: string | Date, now?: Date): string;
  dateTime(at: string | Date): string;
  month(number: number): string;
}

const made = new Map<string, Format>();

/** The currency of the viewer's country. Only this dollar or krone has its short sign: no other one is meant there. */
export const OwnCurrencyContext = createContext<Currency | null>(null);

export function useFormat(): Format {
  const language = useLanguage();
  const ownCurrency = use(OwnCurrencyContext);
  return useMemo(() => formatIn(language, ownCurrency), [language, ownCurrency]);
}

export function formatIn(language: Language, ownCurrency: Currency | null = null): Format {
  const name = `${language} ${ownCurrency}`;
  const known = made.get(name);
  if (known) return known;
  const fresh = makeFormat(locales[language].iso, ownCurrency);
  made.set(name, fresh);
  return fresh;
}

function makeFormat(tag: string, ownCurrency: string | null): Format {
  const dates = [tag, locales[defaultDateLanguage].iso];
  const number = new Intl.NumberFormat(tag);
  const signed = new Intl.NumberFormat(tag, { signDisplay: 'exceptZero' });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  const money = new Map<string, Intl.NumberFormat>();
  const countries = new Intl.DisplayNames(tag, { type: 'region' });
  const countryNames = new Map<Country, string>();
  const time = new Intl.DateTimeFormat(dates, { hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'short' });
  const weekday = new Intl.DateTimeFormat(dates, { weekday: 'long' });
  const both = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'short' });
  const month = new Intl.DateTimeFormat(dates, { month: 'long', timeZone: 'UTC' });
  const near = new Intl.RelativeTimeFormat(dates, { numeric: 'auto' });
  return {
    money: (minor, currency) => {
      const currencyDisplay = currency === ownCurrency ? 'narrowSymbol' : 'symbol';
      const writer =
        money.get(currency) ?? new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay });
      money.set(currency, writer);
      return writer.format(minor / 10 ** (writer.resolvedOptions().maximumFractionDigits ?? 2));
    },
    number: (value) => number.format(value),
    // A minus is as wide as a plus; a hyphen is not.
    signed: (value) => signed.format(value).replace('-', '−'),
    percent: (fraction) => percent.format(fraction),
    country: (code) => {
      const name = countryNames.get(code) ?? countries.of(code) ?? code;
      countryNames.set(code, name);
      return name;
    },
    time: (at) => time.format(new Date(at)),
    day: (at) => writtenDay(tag, day.format(new Date(at))),
    relativeDay: (at, now = new Date()) => {
      const days = daysBetween(new Date(at), now);
      if (days === 0 || days === 1) return near.format(-days, 'day');
      return days > 1 && days < 7 ? weekday.format(new Date(at)) : writtenDay(tag, short.format(new Date(at)));
    },
    dateTime: (at) => writtenDay(tag, both.format(new Date(at))),
    month: (nth) => month.format(Date.UTC(2024, nth - 1, 15)),
  };
}

function daysBetween(from: Date, to: Date): number {
  const start = new Date(from.getFullYear(), from.getMonth(), from.getDate());
  const end = new Date(to.getFullYear(), to.getMonth(), to.getDate());
  return Math.round((end.getTime() - start.getTime()) / dayMs);
}
