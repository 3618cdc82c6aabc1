import { dayIn } from '../../../contract/calendar.ts';
import { newsItems } from '../../../contract/news-items.data.ts';
import { type DigestKind, digestRules } from '../../../contract/notification-rules.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { hourIn, momentOf } from '../rules.ts';

/** The window of a kind in a zone: the weeks that begin on its weekday at its hour, by the clocks there. */
export interface Window {
  /** Days since 1970 of the day on which it opens; also in nights in which the clocks change, each has one. */
  day: number;
  opensAt: Date;
}

/** The window that is open at a moment: one always is. */
export function windowAt(kind: DigestKind, zone: string, now: Date): Window {
  const { weekday, hour, weeks } = digestRules.opens[kind];
  const days = 7 * weeks;
  const today = dayIn(zone, now);
  // The first of January 1970 was a Thursday, day 4 of a week that begins with Sunday.
  const sinceOpening = (((today + 4 - weekday) % days) + days) % days;
  const isBefore = sinceOpening === 0 && hourIn(zone, now) < hour;
  return windowOf(kind, zone, today - sinceOpening - (isBefore ? days : 0));
}

export function windowOf(kind: DigestKind, zone: string, day: number): Window {
  return { day, opensAt: momentOf(zone, day, digestRules.opens[kind].hour) };
}

/** Whether a window is still planned: within a week of its opening, so that a longer one sends nothing late. */
export function isPlanned({ opensAt }: Window, now: Date): boolean {
  return now < after(opensAt, 7 * dayMs);
}

/** Who gets one, and what it tells of: both as they were when the window opened, so that a late run tells the same. */
export function periodsOf(
  kind: DigestKind,
  { opensAt }: Window,
): Record<'since' | 'until' | 'awaySince' | 'hereSince', Date> {
  const { awayDays, lapsedDays, tellsDays } = digestRules;
  const awaySince = after(opensAt, -awayDays * dayMs);
  return {
    since: after(opensAt, -tellsDays[kind] * dayMs),
    until: kind === 'unread_message_reminders' ? awaySince : opensAt,
    awaySince,
    hereSince: after(opensAt, -lapsedDays * dayMs),
  };
}

export type PublishedItem = (typeof newsItems)[number];

const publishedAt = ({ publishedOn }: PublishedItem): Date => new Date(`${publishedOn}T00:00:00Z`);

/** The items of a window, the oldest first, and when the newest of them was published; null without any. */
export function itemsOf(window: Window): { items: PublishedItem[]; newest: string; newestAt: Date } | null {
  const { since } = periodsOf('news', window);
  const items = newsItems.filter((item) => publishedAt(item) > since && publishedAt(item) <= window.opensAt);
  const last = items.at(-1);
  return last ? { items, newest: last.id, newestAt: publishedAt(last) } : null;
}

/** Of these items those that came after the last one that a member was told of, and after they joined. */
export function unheardOf(
  items: readonly PublishedItem[],
  { told, joinedAt }: { told: string | null; joinedAt: Date },
): PublishedItem[] {
  const toldUntil = newsItems.findIndex(({ id }) => id === told);
  return items.filter((item) => newsItems.indexOf(item) > toldUntil && publishedAt(item) > joinedAt);
}
