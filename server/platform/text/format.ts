import { countries, isCountry } from '../../../contract/platform/countries.ts';
import { type Language, locales } from '../../../contract/platform/languages.ts';
import { writtenDay } from '../../../contract/platform/written-day.ts';

/** Writes money, days and times in one language, for texts that the server itself sends. */
export interface Format {
  /**
   * An amount of money from minor units; every currency we use has two decimals. The currency of the reader's `country`
   * has its short sign, because there it names no other one.
   */
  money(minor: number, currency: string, country?: string): string;
  /** A percentage from hundredths of a percent: 2550 is 25.5 %. */
  percent(hundredths: number): string;
  /** 21 November 2026. */
  day(at: Date, timeZone: string): string;
  /** Day and time to the minute, with the zone. */
  minute(at: Date, timeZone: string): string;
  /** Day and time to the second, with the zone. */
  moment(at: Date, timeZone: string): string;
}

const made = new Map<Language, Format>();

export function formatIn(language: Language): Format {
  const known = made.get(language) ?? makeFormat(locales[language].iso);
  made.set(language, known);
  return known;
}

const dayAndTime = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

function makeFormat(tag: string): Format {
  const written = (at: Date, options: Intl.DateTimeFormatOptions): string =>
    writtenDay(tag, new Intl.DateTimeFormat(tag, options).format(at));
  return {
    money: (minor, currency, country = '') => {
      const isOwn = isCountry(country) && countries[country].currency === currency;
      const currencyDisplay = isOwn ? 'narrowSymbol' : 'symbol';
      return new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay }).format(minor / 100);
    },
    percent: (hundredths) =>
      new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 }).format(hundredths / 10_000),
    day: (at, timeZone) => written(at, { day: 'numeric', month: 'long', year: 'numeric', timeZone }),
    minute: (at, timeZone) => written(at, { ...dayAndTime, timeZone }),
    moment: (at, timeZone) => written(at, { ...dayAndTime, second: '2-digit', timeZone }),
  };
}
