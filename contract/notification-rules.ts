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
  /** Open tabs are told at once, over the live channel. */
  tab: boolean;
  /** By e-mail, under the rules of `mailRules`. False: we send none so far. */
  mail: boolean;
}

export const notificationRules: Readonly<Record<NotificationKind, NotificationRule>> = {
  new_conversations: { event: 'somebody wrote for the first time', tab: true, mail: true },
  new_messages: { event: 'a message in a conversation in which the member has written', tab: true, mail: true },
  like: { event: 'a like or a match', tab: true, mail: true },
  unread_message_reminders: { event: 'messages stay unread for days', tab: false, mail: false },
  promotions: { event: 'an offer', tab: false, mail: false },
  weekly_updates: { event: 'a week has passed', tab: false, mail: false },
  news: { event: 'something new in the service', tab: false, mail: false },
  reminders: { event: 'something of the account is left undone', tab: false, mail: false },
};

/** Of the e-mails of all kinds together. */
export const mailRules = {
  /** From the event on; whoever opens a tab meanwhile has been told there. */
  silenceMinutes: 10,
  /** Between two e-mails: a busy evening is one. */
  gapHours: 6,
  /** Hours of the day in the member's zone between which nothing is sent; what falls into them is sent at their end. */
  quietFrom: 22,
  quietUntil: 8,
} as const;
