import { dayIn, startOfDay } from '../../contract/platform/calendar.ts';
import { newsItems } from '../../contract/notifications/news-items.data.ts';
import {
  type DigestKind,
  type NotificationKind,
  digestRules,
  mailRules,
  notificationRules,
} from '../../contract/notifications/notification-rules.ts';
import { after, dayMs, hourMs } from '../platform/clock.ts';

/** The news of a member by the kind that tells about it. `matches` are the mutual ones among the likes. */
export interface News {
  new_conversations: number;
  new_messages: number;
  like: number;
  matches: number;
  /** The number of different members who wrote or liked. */
  others: number;
  fictional: number;
}

export interface Unseen {
  kind: MailedKind;
  other: MemberId;
  conversation: ConversationId | null;
  at: Date;
  /** True for a match. */
  mutual: boolean;
  fictional: boolean;
}

export function countNews(unseen: readonly Unseen[]): News {
  const count = (kind: MailedKind): number => unseen.filter((one) => one.kind === kind).length;
  const countMembers = (some: readonly Unseen[]): number => new Set(some.map(({ other }) => other)).size;
  return {
    new_conversations: count('new_conversations'),
    new_messages: count('new_messages'),
    like: count('like'),
    matches: unseen.filter(({ mutual }) => mutual).length,
    others: countMembers(unseen),
    fictional: countMembers(unseen.filter(({ fictional }) => fictional)),
  };
}

/** The most pressing kind comes first: replies before new conversations. */
const kindsByWeight = ['new_messages', 'new_conversations', 'like'] as const satisfies readonly NotificationKind[];

export type MailedKind = (typeof kindsByWeight)[number];

/** Finds the kind under which news is sent, and which its link turns off; null without news. */
export function findLeadKind(news: News): MailedKind | null {
  return kindsByWeight.find((kind) => news[kind] > 0) ?? null;
}

export function receivesMail(off: Readonly<Record<string, unknown>>, kind: NotificationKind): boolean {
  return notificationRules[kind].mail && !(kind in off);
}

export function receivesPush(off: readonly string[], kind: NotificationKind): boolean {
  return notificationRules[kind].push && !off.includes(kind);
}

/**
 * Returns null for now; otherwise when both the zone's quiet hours and the gap after `mailedAt` are over. It decides
 * immediately before a mail or push is sent, because a job may have waited for a server until night. Digests are not
 * planned and pushes not queued in quiet hours either, so that nothing is marked as pushed at night.
 */
export function whenToSend(now: Date, zone: string, mailedAt: Date | null = null): Date | null {
  const gapEnd = mailedAt && after(mailedAt, mailRules.gapHours * hourMs);
  const earliest = gapEnd && gapEnd > now ? gapEnd : now;
  const hour = hourIn(zone, earliest);
  const isQuiet = hour < mailRules.quietUntil || hour >= mailRules.quietFrom;
  const day = dayIn(zone, earliest) + (hour >= mailRules.quietFrom ? 1 : 0);
  const at = isQuiet ? computeMoment(zone, day, mailRules.quietUntil) : earliest;
  return at > now ? at : null;
}

/** Returns the moment of an hour on a day, also when clocks change. */
function computeMoment(zone: string, day: number, hour: number): Date {
  const at = after(startOfDay(zone, day), hour * hourMs);
  return after(at, (hour - hourIn(zone, at)) * hourMs);
}

export function quietStart(zone: string, now: Date): Date {
  const today = dayIn(zone, now);
  const start = computeMoment(zone, today, mailRules.quietFrom);
  return start > now ? start : computeMoment(zone, today + 1, mailRules.quietFrom);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function hourIn(zone: string, at: Date): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  formats.set(zone, format);
  return Number(format.format(at));
}

/** A window of a digest: opens on a weekday at an hour, local time, and lasts one or more weeks. */
export interface Window {
  /** The opening day, in days since 1970. Unique per window even when clocks change. */
  day: number;
  opensAt: Date;
}

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

/** True within a week of the opening, so that longer windows send nothing late. */
export function isStillPlanned({ opensAt }: Window, now: Date): boolean {
  return now < after(opensAt, 7 * dayMs);
}

/** Returns the periods of a digest, relative to the opening: a late run gives the same. */
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

/** Returns the oldest first; null without items. */
export function findWindowNews(window: Window): { items: PublishedItem[]; newest: string; newestAt: Date } | null {
  const { since } = computePeriods('news', window);
  const items = newsItems.filter((item) => publishedAt(item) > since && publishedAt(item) <= window.opensAt);
  const last = items.at(-1);
  return last ? { items, newest: last.id, newestAt: publishedAt(last) } : null;
}

/** Returns the items that were not sent yet, and that were published after the member joined. */
export function filterUnsentNews(
  items: readonly PublishedItem[],
  { lastSent, joinedAt }: { lastSent: string | null; joinedAt: Date },
): PublishedItem[] {
  const sentUntil = newsItems.findIndex(({ id }) => id === lastSent);
  return items.filter((item) => newsItems.indexOf(item) > sentUntil && publishedAt(item) > joinedAt);
}
