import { dayIn, dayMs, startOfDay } from '../../../contract/platform/calendar.ts';
import { type PausePeriod, pauseMonths } from '../../../contract/members/pause-periods.ts';

/** Returns the start of the day, in the member's time zone, on which a pause that begins now ends. */
export function computePauseEnd(period: PausePeriod, zone: string, now: Date): Date {
  const today = dayIn(zone, now);
  return startOfDay(zone, period === 'week' ? today + 7 : addMonths(today, pauseMonths[period]));
}

/** Returns the same day of a later month, or the last one of a shorter month. */
function addMonths(day: number, months: number): number {
  const date = new Date(day * dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / dayMs;
}
