import { dayIn, startOfDay } from '../../contract/platform/calendar.ts';
import {
  type NotificationKind,
  mailRules,
  notificationKinds,
  notificationRules,
} from '../../contract/notifications/notification-rules.ts';
import { after, hourMs } from '../platform/clock.ts';

/** Counts of unseen news, by the kind that tells about it. `matches` are the mutual ones among the likes. */
export interface News {
  new_conversations: number;
  new_messages: number;
  like: number;
  matches: number;
  /** Number of different members who wrote or liked. */
  others: number;
  fictional: number;
}

/** An unseen message or like. */
export interface Unseen {
  kind: MailedKind;
  other: string;
  /** Null for a like. */
  conversation: string | null;
  at: Date;
  /** True for a like that the member has returned: a match. */
  mutual: boolean;
  fictional: boolean;
}

export function countNews(unseen: readonly Unseen[]): News {
  const count = (kind: MailedKind): number => unseen.filter((one) => one.kind === kind).length;
  const membersOf = (some: readonly Unseen[]): number => new Set(some.map(({ other }) => other)).size;
  return {
    new_conversations: count('new_conversations'),
    new_messages: count('new_messages'),
    like: count('like'),
    matches: unseen.filter(({ mutual }) => mutual).length,
    others: membersOf(unseen),
    fictional: membersOf(unseen.filter(({ fictional }) => fictional)),
  };
}

/** The kinds that emails are sent for, most pressing first: answers before new conversations. */
const kindsByWeight = ['new_messages', 'new_conversations', 'like'] as const satisfies readonly NotificationKind[];

export type MailedKind = (typeof kindsByWeight)[number];

/** The kind under which news is sent, and which its link turns off; null without news. */
export function findLeadKind(news: News): MailedKind | null {
  return kindsByWeight.find((kind) => news[kind] > 0) ?? null;
}

/** True if a member gets emails of a kind. */
export function gets(off: Readonly<Record<string, unknown>>, kind: NotificationKind): boolean {
  return notificationRules[kind].mail && !(kind in off);
}

/** True if a member gets emails of any kind. */
export function getsAny(off: Readonly<Record<string, unknown>>): boolean {
  return notificationKinds.some((kind) => gets(off, kind));
}

/** True if a member gets pushes of a kind. */
export function getsPush(off: readonly string[], kind: NotificationKind): boolean {
  return notificationRules[kind].push && !off.includes(kind);
}

/** When the zone's quiet hours and the gap between two emails are both over; null if an email may be sent now. */
export function quietUntil(now: Date, { zone, mailedAt }: { zone: string; mailedAt: Date | null }): Date | null {
  const gapEnd = mailedAt && after(mailedAt, mailRules.gapHours * hourMs);
  const earliest = gapEnd && gapEnd > now ? gapEnd : now;
  const end = quietEnd(zone, earliest) ?? earliest;
  return end > now ? end : null;
}

/** The end of the quiet hours at a moment, or null outside them. Correct when clocks change. */
function quietEnd(zone: string, at: Date): Date | null {
  const hour = hourIn(zone, at);
  if (hour >= mailRules.quietUntil && hour < mailRules.quietFrom) return null;
  const day = dayIn(zone, at) + (hour >= mailRules.quietFrom ? 1 : 0);
  return computeMoment(zone, day, mailRules.quietUntil);
}

/** The moment when a zone's clocks show an hour of a day. */
export function computeMoment(zone: string, day: number, hour: number): Date {
  const at = after(startOfDay(zone, day), hour * hourMs);
  return after(at, (hour - hourIn(zone, at)) * hourMs);
}

/** The next start of quiet hours in a zone. */
export function quietStart(zone: string, now: Date): Date {
  const start = (day: number): Date => {
    const at = after(startOfDay(zone, day), mailRules.quietFrom * hourMs);
    return after(at, (mailRules.quietFrom - hourIn(zone, at)) * hourMs);
  };
  const today = dayIn(zone, now);
  return start(today) > now ? start(today) : start(today + 1);
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function hourIn(zone: string, at: Date): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  formats.set(zone, format);
  return Number(format.format(at));
}
