/** The rules of notices, which the server applies, the page of notices states, and its README repeats. */

/** The kinds of notices; a member can turn each of them off (specification, section 3). */
export const notificationKinds = [
  'new_conversations',
  'new_messages',
  'like',
  'unread_message_reminders',
  'promotions',
  'weekly_updates',
  'news',
  'reminders',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** The kinds of advertising, which are off until the member turns them on, at the sign-up or later. */
export const askedKinds = ['promotions', 'news'] as const satisfies readonly NotificationKind[];

/** Reasons other than the member's choice on the page, in the order in which they are shown. */
export const stopReasons = ['bounce', 'fbl', 'listunsubscribe'] as const;

export type StopReason = (typeof stopReasons)[number];

interface NotificationRule {
  /** The event that the notice is about, from its receiver's point of view. */
  event: string;
  /** True if the kind is sent by mail, subject to `mailRules`. */
  mail: boolean;
  /** True if the kind is sent by push, subject to `pushRules`. */
  push: boolean;
  /** The mails from which the gap is measured. `events`: those about messages and likes, which no other kind delays. */
  waitsFor: 'events' | 'all';
}

const told = { mail: true, push: true, waitsFor: 'events' } as const;
const gathered = { mail: true, push: false, waitsFor: 'all' } as const;

export const notificationRules: Readonly<Record<NotificationKind, NotificationRule>> = {
  new_conversations: { event: 'somebody wrote to whom the member has not written', ...told },
  new_messages: { event: 'a message in a conversation in which the member has written', ...told },
  like: { event: 'a like or a match', ...told },
  unread_message_reminders: { event: 'messages stay unread for days', ...gathered },
  promotions: { event: 'a discount runs for the member', ...gathered },
  weekly_updates: { event: 'a week has passed', ...gathered },
  news: { event: 'something new in the service', ...gathered },
  reminders: { event: 'something of the account is left undone', ...gathered },
};

export const mailRules = {
  /** The wait after the event. A member who opens a tab during it sees the event there and gets no mail. */
  silenceMinutes: 10,
  /** The gap between two mails, as `waitsFor` says, so that a busy evening makes one. Only sent mails count. */
  gapHours: 6,
  /** Quiet hours in the member's time zone. Mails that become due in them are sent at their end. */
  quietFrom: 22,
  quietUntil: 8,
} as const;

/**
 * Rules for pushes, with the quiet hours of mails. Each kind is counted separately: events within the gap are
 * announced at its end, unless the member has been online since.
 */
export const pushRules = {
  /** The wait after the event. An open tab reports every 30 seconds, and its member saw the event there. */
  silenceSeconds: 35,
  /** The gap between two pushes of a kind, so that a burst makes one. */
  gapMinutes: 15,
  /** After a push, the mail about the same event is sent only if the member stays away this long. */
  mailSilenceMinutes: 60,
} as const;

export const pushKinds = ['new_messages', 'new_conversations', 'like'] as const satisfies readonly NotificationKind[];

export type PushKind = (typeof pushKinds)[number];

/** The kinds that are sent at most once per window, most pressing first. Each kind has its own window. */
export const digestKinds = [
  'unread_message_reminders',
  'weekly_updates',
  'promotions',
  'reminders',
  'news',
] as const satisfies readonly NotificationKind[];

export type DigestKind = (typeof digestKinds)[number];

interface Opening {
  /** 0 is Sunday. */
  weekday: number;
  hour: number;
  weeks: number;
}

export const digestRules = {
  /** When the window of a kind opens, in the member's time zone. */
  opens: {
    unread_message_reminders: { weekday: 1, hour: 18, weeks: 1 },
    promotions: { weekday: 2, hour: 18, weeks: 1 },
    reminders: { weekday: 3, hour: 18, weeks: 2 },
    weekly_updates: { weekday: 4, hour: 18, weeks: 1 },
    news: { weekday: 6, hour: 11, weeks: 4 },
  } satisfies Record<DigestKind, Opening>,
  /** A member gets a digest only after being away this long. */
  awayDays: 3,
  /** Members who have been away longer than this get no more digests. */
  lapsedDays: 90,
  /** The age in days beyond which a digest leaves out events. */
  tellsDays: { unread_message_reminders: 14, weekly_updates: 7, promotions: 90, reminders: 90, news: 90 },
  /** New members who fit are counted up to this number; beyond it, the mail says "more than". */
  fittingMax: 20,
  /** Total number of reminders about the same unfinished things. */
  remindersMax: 3,
  /** A discount that ends sooner is not announced, so that members who read of it a day later can still use it. */
  offerHours: 48,
} as const;
