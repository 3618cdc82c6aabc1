export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

// Cached because creating a format takes longer than all of its uses for one period.
const formats = new Map<string, Intl.DateTimeFormat>();

function getDayFormat(timeZone: string): Intl.DateTimeFormat {
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, known);
  return known;
}

/** Returns the calendar day of a moment in a time zone, as days since 1970-01-01. */
export function dayIn(timeZone: string, at: Date): number {
  return Date.parse(`${getDayFormat(timeZone).format(at)}T00:00:00Z`) / dayMs;
}

/** Returns the calendar day of a moment in UTC, as YYYY-MM-DD. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns a day, counted from 1970-01-01, as YYYY-MM-DD. */
export function dayText(day: number): string {
  return utcDay(new Date(day * dayMs));
}

/** Returns the first moment of a calendar day in a time zone, even if the clocks change at midnight. */
export function startOfDay(timeZone: string, day: number): Date {
  const utc = day * dayMs;
  // No time zone is more than 14 hours from UTC, so the day begins in this range.
  let [low, high] = [utc - 14 * hourMs, utc + 14 * hourMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayIn(timeZone, new Date(middle)) < day) low = middle;
    else high = middle;
  }
  return new Date(high);
}
