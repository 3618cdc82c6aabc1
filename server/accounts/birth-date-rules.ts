import type { ErrorCode } from '../../contract/errors.ts';
import { maxAgeYears } from '../../contract/limits.ts';

/**
 * What is wrong with a date of birth (`YYYY-MM-DD`), if anything. Too young asks for the date again and names the age.
 * Ages are judged in UTC for everybody: one fixed zone, that of the server, never that of the device.
 */
export function birthDateFault(date: string, minAge: number, now: Date): ErrorCode | undefined {
  if (date.trim() === '') return 'birth-date.missing';
  if (!isDate(date)) return 'birth-date.invalid';
  const age = ageAt(date, now);
  if (age < 0 || age > maxAgeYears) return 'birth-date.invalid';
  return age < minAge ? 'birth-date.missing' : undefined;
}

/** Whole years from a date of birth to a moment, in UTC. Who is born on 29 February turns a year older on 1 March. */
export function ageAt(date: string, now: Date): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [thisYear, thisMonth, today] = [now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate()];
  const hadBirthday = thisMonth > month || (thisMonth === month && today >= day);
  const age = thisYear - year - (hadBirthday ? 0 : 1);
  const inFuture = year > thisYear || (year === thisYear && !hadBirthday);
  return inFuture ? -1 : age;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // The calendar rolls 30 February over into March: what comes back must be what went in.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
