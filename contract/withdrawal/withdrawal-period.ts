import { dayIn, dayMs, dayText, startOfDay } from '../platform/calendar.ts';
import { type Country, countries } from '../platform/countries.ts';

/** The zone where the day ends last, for countries with several time zones. */
const latestZones: Partial<Record<Country, string>> = {
  US: 'Pacific/Honolulu',
  CA: 'America/Vancouver',
  AU: 'Australia/Perth',
  ES: 'Atlantic/Canary',
};

/** Returns the zone in which a member's withdrawal period ends: the most favorable zone of their country. */
export function withdrawalZone(country: Country): string {
  return latestZones[country] ?? countries[country].timeZone;
}

/** Public holidays of all countries that we serve (month-day). All count everywhere: at worst, a member gains a day. */
const fixedHolidays = new Set(
  (
    '01-01 01-02 01-06 01-26 02-06 04-25 04-27 05-01 05-03 05-05 05-08 05-17 06-02 06-05 06-06 06-19 07-01 07-04 07-12 ' +
    '07-14 07-21 08-01 08-15 10-03 10-12 10-26 11-01 11-11 12-06 12-08 12-24 12-25 12-26 12-31'
  ).split(' '),
);

/** Maundy Thursday to Easter Monday, Ascension, Whit Monday, Corpus Christi: days after Easter Sunday. */
const easterHolidays = new Set([-3, -2, 0, 1, 39, 49, 50, 60]);

/** Returns Easter Sunday as days since 1970, by Gauss's rule for the Gregorian calendar. */
function computeEaster(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1) / dayMs;
}

function isWorkingDay(day: number): boolean {
  const date = new Date(day * dayMs);
  const weekday = date.getUTCDay();
  if (weekday === 0 || weekday === 6 || fixedHolidays.has(date.toISOString().slice(5, 10))) return false;
  return !easterHolidays.has(day - computeEaster(date.getUTCFullYear()));
}

export interface WithdrawalPeriod {
  /** The last day, as YYYY-MM-DD in the member's zone. */
  lastDay: string;
  endsAt: Date;
}

/**
 * Returns the period in which a purchase can be withdrawn. The day of purchase does not count (directive 2011/83,
 * article 9; regulation 1182/71, article 3).
 */
export function withdrawalPeriod(boughtAt: Date, days: number, country: Country): WithdrawalPeriod {
  const zone = withdrawalZone(country);
  let last = dayIn(zone, boughtAt) + days;
  if (days > 0) while (!isWorkingDay(last)) last += 1;
  return { lastDay: dayText(last), endsAt: startOfDay(zone, last + 1) };
}
