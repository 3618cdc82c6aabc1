import type { ErrorCode } from '../platform/errors.ts';
import { isBlank } from '../platform/text.ts';
import { maxAgeYears } from './limits.ts';

/** Returns the error of `YYYY-MM-DD` (specification, section 5), by UTC. The age error names the minimum. */
export function birthDateError(date: string, minAge: number, now: Date): ErrorCode | undefined {
  if (isBlank(date)) return 'birth-date.missing';
  if (!isCalendarDay(date)) return 'birth-date.invalid';
  const age = ageAt(date, now);
  if (age < 0 || age > maxAgeYears) return 'birth-date.invalid';
  return age < minAge ? 'birth-date.missing' : undefined;
}

/**
 * Returns the age in whole years, in UTC; -1 for a future date. A 29 February birthday falls on 1 March in other years.
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
  // Date rolls 30 February over into March, so compare the result with the input.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
