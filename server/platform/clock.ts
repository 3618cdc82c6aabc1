import { dayMs, hourMs } from '../../contract/platform/calendar.ts';

/** The only reader of the time of day, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const minuteMs = 60_000;
export { dayMs, hourMs };

export function after(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds);
}

/** Returns the same time of day some months earlier. */
export function monthsBefore(date: Date, months: number): Date {
  const other = new Date(date);
  other.setUTCMonth(other.getUTCMonth() - months);
  return other;
}

/** Returns undefined if `work` takes longer. It continues, and has to log its own errors: later ones are dropped. */
export async function waitAtMost<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
