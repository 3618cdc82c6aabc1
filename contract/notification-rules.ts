/**
 * The written rules of notices: what reaches whom, by what, after which silence and how often. The server decides by
 * them, the page of notices says them, and `server/notifications/README.md` is compared with them.
 */

/** What a member can turn off, each for itself (specification, section 3). */
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

/**
 * Why e-mails of a kind ended without the member's choice on the page: the address does not work, marked as spam,
 * unsubscribed. In the order in which a member is told of them.
 */
export const stopReasons = ['bounce', 'fbl', 'listunsubscribe'] as const;

export type StopReason = (typeof stopReasons)[number];

interface NotificationRule {
  /** What has happened, to the member who is told of it. */
  event: string;
  /** By e-mail, under the rules of `mailRules`. */
  mail: boolean;
  /** By push, under those of `pushRules`. */
  push: boolean;
  /**
   * After which e-mails the gap of `mailRules` counts: those about messages and likes alone, which none of the others
   * holds up, or all of them.
   */
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

/** Of the e-mails of all kinds. */
export const mailRules = {
  /** From the event on; whoever opens a tab meanwhile has been told there. */
  silenceMinutes: 10,
  /** Between two e-mails, as `waitsFor` says: a busy evening is one. Only one that was sent counts. */
  gapHours: 6,
  /** Hours of the day in the member's zone between which nothing is sent; what falls into them is sent at their end. */
  quietFrom: 22,
  quietUntil: 8,
} as const;

/**
 * Of pushes, to members who let a browser show them. Their quiet hours are those of the e-mails. Each kind for itself: what
 * comes within the gap is told at its end, unless the member has been there.
 */
export const pushRules = {
  /** From the event on: an open tab is noticed every 30 seconds, and its member was told there. */
  silenceSeconds: 35,
  /** Between two pushes of a kind: a burst is one. */
  gapMinutes: 15,
  /** What a push has told is told by e-mail only if the member has not been there for so long after it. */
  mailSilenceMinutes: 60,
} as const;

/** The kinds that pushes are sent of. */
export const pushKinds = ['new_messages', 'new_conversations', 'like'] as const satisfies readonly NotificationKind[];

export type PushKind = (typeof pushKinds)[number];

/** The kinds of which a member gets at most one in a window of its own, the most pressing first. */
export const digestKinds = [
  'unread_message_reminders',
  'weekly_updates',
  'promotions',
  'reminders',
  'news',
] as const satisfies readonly NotificationKind[];

export type DigestKind = (typeof digestKinds)[number];

interface Opening {
  /** From 0 for Sunday. */
  weekday: number;
  hour: number;
  /** Weeks from one window to the next. */
  weeks: number;
}

/** Of the kinds that come once in a window. */
export const digestRules = {
  /** When the window of a kind opens where the member lives. */
  opens: {
    unread_message_reminders: { weekday: 1, hour: 18, weeks: 1 },
    promotions: { weekday: 2, hour: 18, weeks: 1 },
    reminders: { weekday: 3, hour: 18, weeks: 2 },
    weekly_updates: { weekday: 4, hour: 18, weeks: 1 },
    news: { weekday: 6, hour: 11, weeks: 4 },
  } satisfies Record<DigestKind, Opening>,
  /** Only who has not been there for so long gets one, */
  awayDays: 3,
  /** and who has been there within so long: nobody is written to for ever. */
  lapsedDays: 90,
  /** What is older is not told of again. */
  tellsDays: { unread_message_reminders: 14, weekly_updates: 7, promotions: 90, reminders: 90, news: 90 },
  /** New members who fit are counted up to here, then they are "more than" so many. */
  fittingMax: 20,
  /** Reminders of the same things that are left undone, in all. */
  remindersMax: 3,
  /** A discount that ends sooner is not told of: whoever reads of it a day later can still use it. */
  offerHours: 48,
} as const;
