import { dayIn, startOf } from '../../contract/calendar.ts';
import {
  type NotificationKind,
  mailRules,
  notificationKinds,
  notificationRules,
} from '../../contract/notification-rules.ts';
import { after, hourMs } from '../platform/clock.ts';

/** What a member has not seen, by the kind that tells of it. Matches are those of the likes that are mutual. */
export interface News {
  new_conversations: number;
  new_messages: number;
  like: number;
  matches: number;
  /** How many members wrote or liked, each once. */
  others: number;
  /** How many of them are fictional. */
  fictional: number;
}

/** Something that a member has not seen. */
export interface Unseen {
  kind: MailedKind;
  /** Who did it. */
  other: string;
  /** Of a message. */
  conversation: string | null;
  at: Date;
  /** A like that the member has given back: a match. */
  mutual: boolean;
  /** Whether the other is fictional. */
  fictional: boolean;
}

/** How much there is of each kind. */
export function newsOf(unseen: readonly Unseen[]): News {
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

/** The kinds that e-mails are sent of, the most pressing first: what is answered to before what begins. */
const kindsByWeight = ['new_messages', 'new_conversations', 'like'] as const satisfies readonly NotificationKind[];

export type MailedKind = (typeof kindsByWeight)[number];

/** The kind under which news are sent, by which its reader can end them; null without news. */
export function leadOf(news: News): MailedKind | null {
  return kindsByWeight.find((kind) => news[kind] > 0) ?? null;
}

/** Whether a member gets e-mails of a kind. */
export function gets(off: Readonly<Record<string, unknown>>, kind: NotificationKind): boolean {
  return notificationRules[kind].mail && !(kind in off);
}

/** Whether a member gets any. */
export function getsAny(off: Readonly<Record<string, unknown>>): boolean {
  return notificationKinds.some((kind) => gets(off, kind));
}

/** Whether a member gets pushes of a kind. */
export function getsPush(off: readonly string[], kind: NotificationKind): boolean {
  return notificationRules[kind].push && !off.includes(kind);
}

/**
 * Until when nothing may be sent: the end of the quiet hours in the member's zone or of the time between two e-mails,
 * whichever comes last; null if it may be sent now.
 */
export function quietUntil(now: Date, { zone, mailedAt }: { zone: string; mailedAt: Date | null }): Date | null {
  const gapEnd = mailedAt && after(mailedAt, mailRules.gapHours * hourMs);
  const earliest = gapEnd && gapEnd > now ? gapEnd : now;
  const end = quietEnd(zone, earliest) ?? earliest;
  return end > now ? end : null;
}

/** The end of the quiet hours that a moment falls into, also in nights in which the clocks change. */
function quietEnd(zone: string, at: Date): Date | null {
  const hour = hourIn(zone, at);
  if (hour >= mailRules.quietUntil && hour < mailRules.quietFrom) return null;
  const day = dayIn(zone, at) + (hour >= mailRules.quietFrom ? 1 : 0);
  return momentOf(zone, day, mailRules.quietUntil);
}

/** The moment at which the clocks of a zone show an hour of a day. */
export function momentOf(zone: string, day: number, hour: number): Date {
  const at = after(startOf(zone, day), hour * hourMs);
  return after(at, (hour - hourIn(zone, at)) * hourMs);
}

/** The next moment at which quiet hours begin in a zone. */
export function quietStart(zone: string, now: Date): Date {
  const start = (day: number): Date => {
    const at = after(startOf(zone, day), mailRules.quietFrom * hourMs);
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
