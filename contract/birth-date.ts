import type { ErrorCode } from './errors.ts';
import { maxAgeYears } from './limits.ts';
import { isBlank } from './text.ts';

/**
 * What is wrong with a date of birth (`YYYY-MM-DD`), if anything (specification, section 5). Somebody too young is asked
 * for the date again in a sentence that names the minimum age. Ages are judged in UTC for everybody: a device's time
 * zone never decides.
 */
export function birthDateError(date: string, minAge: number, now: Date): ErrorCode | undefined {
  if (isBlank(date)) return 'birth-date.missing';
  if (!isCalendarDay(date)) return 'birth-date.invalid';
  const age = ageAt(date, now);
  if (age < 0 || age > maxAgeYears) return 'birth-date.invalid';
  return age < minAge ? 'birth-date.missing' : undefined;
}

/**
 * Whole years from a date of birth to a moment, in UTC; -1 for a date in the future. Somebody born on 29 February turns
 * a year older on 1 March.
 */
export function ageAt(date: string, now: Date): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [thisYear, thisMonth, today] = [now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate()];
  const hadBirthday = thisMonth > month || (thisMonth === month && today >= day);
  const age = thisYear - year - (hadBirthday ? 0 : 1);
  const inFuture = year > thisYear || (year === thisYear && !hadBirthday);
  return inFuture ? -1 : age;
}

function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // Date rolls 30 February over into March: what comes out must be what went in.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
