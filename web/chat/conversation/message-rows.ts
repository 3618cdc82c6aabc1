import type { Message } from '../../../contract/chat/operations.ts';

/** Messages of one sender within this time of each other are grouped under one time. */
const groupWithinMs = 5 * 60_000;

export type Row =
  | { type: 'day'; key: string; at: string }
  | { type: 'message'; key: string; message: Message; first: boolean; last: boolean };

/** Returns the day of a moment in a time zone, as `2026-11-21`; without a zone, in the browser's own. */
export function toCalendarDay(at: string, timeZone = ''): string {
  const known = calendars.get(timeZone);
  const calendar = known ?? createCalendar(timeZone);
  if (!known) calendars.set(timeZone, calendar);
  return calendar.format(new Date(at));
}

// Creating a formatter costs fifty times what using it does, and every message needs its day.
const calendars = new Map<string, Intl.DateTimeFormat>();

function createCalendar(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { ...parts, ...(timeZone !== '' && { timeZone }) });
}

/**
 * Builds the rows of a conversation; a day precedes its first message. If a clock was set back, the order of `seq`
 * stays and no day repeats.
 */
export function buildRows(messages: readonly Message[], timeZone?: string): Row[] {
  const rows: Row[] = [];
  const days = messages.map((message) => toCalendarDay(message.at, timeZone));
  for (const [index, message] of messages.entries()) {
    const day = days[index] ?? '';
    const opensDay = index === 0 || days[index - 1] !== day;
    if (opensDay) rows.push({ type: 'day', key: `${day}-${message.seq}`, at: message.at });
    const first = opensDay || !together(messages[index - 1], message);
    const last = days[index + 1] !== day || !together(message, messages[index + 1]);
    rows.push({ type: 'message', key: message.id, message, first, last });
  }
  return rows;
}

function together(one: Message | undefined, next: Message | undefined): boolean {
  if (!one || !next || one.own !== next.own) return false;
  return Math.abs(Date.parse(next.at) - Date.parse(one.at)) < groupWithinMs;
}
