export const dayMs = 86_400_000;

// Making one takes longer than all that is asked of it for a period.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, known);
  return known;
}

/** Days since 1970 of the calendar day that a moment falls on in a zone. */
export function dayIn(timeZone: string, at: Date): number {
  return Date.parse(`${formatOf(timeZone).format(at)}T00:00:00Z`) / dayMs;
}

/** A day of `dayIn` as YYYY-MM-DD. */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The moment at which a calendar day begins in a zone; where the clocks change at midnight, the first moment of the day. */
export function startOf(timeZone: string, day: number): Date {
  const utc = day * dayMs;
  // No zone is further than 14 hours from UTC: the day begins in this range.
  let [low, high] = [utc - 14 * 3_600_000, utc + 14 * 3_600_000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayIn(timeZone, new Date(middle)) < day) low = middle;
    else high = middle;
  }
  return new Date(high);
}
