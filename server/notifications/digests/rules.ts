import { dayIn } from '../../../contract/platform/calendar.ts';
import { newsItems } from '../../../contract/notifications/news-items.data.ts';
import { type DigestKind, digestRules } from '../../../contract/notifications/notification-rules.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { hourIn, computeMoment } from '../rules.ts';

/** A kind's window in a time zone: it opens on a weekday at an hour, local time, and lasts one or more weeks. */
export interface Window {
  /** The opening day, in days since 1970. Unique per window even when clocks change. */
  day: number;
  opensAt: Date;
}

/** The window open at a moment; there always is one. */
export function windowAt(kind: DigestKind, zone: string, now: Date): Window {
  const { weekday, hour, weeks } = digestRules.opens[kind];
  const days = 7 * weeks;
  const today = dayIn(zone, now);
  // 1 January 1970 was a Thursday, day 4 of a week that begins with Sunday.
  const sinceOpening = (((today + 4 - weekday) % days) + days) % days;
  const isBefore = sinceOpening === 0 && hourIn(zone, now) < hour;
  return computeWindow(kind, zone, today - sinceOpening - (isBefore ? days : 0));
}

export function computeWindow(kind: DigestKind, zone: string, day: number): Window {
  return { day, opensAt: computeMoment(zone, day, digestRules.opens[kind].hour) };
}

/** True if a window is still planned: within a week of its opening, so that longer windows send nothing late. */
export function isPlanned({ opensAt }: Window, now: Date): boolean {
  return now < after(opensAt, 7 * dayMs);
}

/** The periods of absence and of reported events, relative to the opening, so that a late run gives the same result. */
export function computePeriods(
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

/** The news items of a window, oldest first, and when the newest was published; null if there are none. */
export function findWindowNews(window: Window): { items: PublishedItem[]; newest: string; newestAt: Date } | null {
  const { since } = computePeriods('news', window);
  const items = newsItems.filter((item) => publishedAt(item) > since && publishedAt(item) <= window.opensAt);
  const last = items.at(-1);
  return last ? { items, newest: last.id, newestAt: publishedAt(last) } : null;
}

/** The items published after the last one that the member was told about, and after they joined. */
export function filterUnheardNews(
  items: readonly PublishedItem[],
  { told, joinedAt }: { told: string | null; joinedAt: Date },
): PublishedItem[] {
  const toldUntil = newsItems.findIndex(({ id }) => id === told);
  return items.filter((item) => newsItems.indexOf(item) > toldUntil && publishedAt(item) > joinedAt);
}
