/**
 * Statements that members wait for and that break a rule of docs/spread-rules.md, with the rules. None may be added;
 * statements that are fixed are removed. There are three kinds:
 * - Lookups by token, address or name, which lack the member's id.
 * - Batches for many members in one round trip, such as messages, charges and relationships.
 * - Facts about two members in one statement: likes, inboxes, photos.
 */
export const memberPaths: Readonly<Record<string, readonly number[]>> = {
  'accounts.delete-change-tokens': [1],
  'accounts.delete-names-but': [1],
  'accounts.delete-other-tokens': [1],
  'accounts.delete-tokens': [1],
  'accounts.delete-unused-tokens': [1],
  'accounts.end-login-tokens': [1],
  'accounts.find-session-owners': [1],
  'chat.lock-pair-rows': [2, 3],
  'chat.read-side': [1],
  'chat.store-messages': [1, 3, 4],
  'credits.insert-charges': [1, 3, 4],
  'credits.insert-uses': [4],
  'credits.return-to-lots': [3],
  'credits.take-from-lots': [3, 4],
  'likes.announce-oldest': [1, 2],
  'likes.count-new': [1],
  'likes.list-given': [1],
  'likes.list-matches': [1],
  'likes.list-new': [1],
  'likes.list-received': [1],
  'members.find-profile': [1],
  'members.list-summaries': [1, 3],
  'members.read-relationships': [1, 3],
  'members.touch-profiles': [2, 3],
  'notifications.insert-notices': [4],
  'photos.find-chat-photo': [1],
  'photos.insert-photo': [4],
  'photos.reorder-photos': [3],
  'platform.insert-results': [4],
};

/** Searches look for members everywhere, so they read each machine once; see docs/spread-rules.md. */
export const searches: Readonly<Record<string, readonly number[]>> = {
  'members.count-by-keys': [1],
  'members.count-latest': [1, 4],
  'members.count-named': [1, 4],
  'members.find-by-keys': [1],
  'members.find-nearest': [1, 4],
  'members.list-key-counts': [9],
  'members.list-latest': [1, 4],
  'members.list-named': [1, 4],
  'members.list-slice': [1, 4],
};

interface Background {
  why: string;
  statements: Readonly<Record<string, readonly number[]>>;
}

/** Statements of jobs, commands and starts that break a rule of docs/spread-rules.md: they read all machines anyway. */
export const backgroundWork: readonly Background[] = [
  {
    why: 'a nightly job deletes what has expired, of all members',
    statements: {
      'accounts.purge-attempts': [1],
      'accounts.purge-challenges': [1],
      'accounts.purge-kept-emails': [1],
      'accounts.purge-mail-changes': [1],
      'accounts.purge-sessions': [1],
      'accounts.purge-tokens': [1],
      'accounts.purge-tracking': [1],
      'credits.purge-start-holders': [1],
      'export.purge-rows': [1],
      'likes.purge-swipe-days': [1],
      'likes.purge-swipes': [1],
      'likes.purge-withdrawn': [1],
      'mail.purge-failures': [1],
      'members.delete-old-daily-picks': [1],
      'notifications.purge-digests': [1],
      'payments.forget-details': [1],
      'payments.list-to-forget': [1],
      'photos.list-unowned': [1],
      'platform.delete-old-results': [1],
      'platform.purge-rate-limits': [1],
      'sources.purge-postbacks': [1],
    },
  },
  {
    why: 'a scheduled job finds the members who are due, a page at a time',
    statements: {
      'accounts.claim-terms-mails': [4],
      'accounts.page-inactive': [1],
      'accounts.page-untold': [1],
      'chat.list-gone': [1],
      'chat.list-unreturned': [1],
      'members.list-pauses-due': [1],
      'notifications.list-due': [1],
      'notifications.list-due-pushes': [1],
      'notifications.list-inhabited': [1],
      'notifications.list-residents': [1],
      'notifications.page-subscriptions': [1],
      'payments.claim-failed-payments': [1],
      'payments.claim-open-payments': [1],
      'payments.claim-paid-payments': [1],
    },
  },
  {
    why: 'a job counts all newcomers of a country for digests',
    statements: {
      'members.count-joined': [1],
      'members.list-new-segments': [1],
    },
  },
  {
    why: 'a command of staff or a report adds up all members',
    statements: {
      'sources.count-postbacks': [1],
      'sources.count-sign-ups': [1],
      'sources.sum-purchases': [1],
      'sources.sum-visits': [1],
    },
  },
  {
    why: 'an erasure removes what other members hold about its member',
    statements: {
      'chat.delete-icebreakers-to': [1],
      'members.delete-hides-by-others': [1],
    },
  },
  {
    why: 'the checks after a restore read everything once',
    statements: {
      'accounts.delete-all-warnings': [1],
      'accounts.postpone-due-deletions': [1],
      'erasure.find-unerased': [1],
      'erasure.page-erasures': [1],
      'payments.check-all-paid': [1],
    },
  },
  {
    why: 'the start of a process checks the installation',
    statements: {
      'settings.find-demo-cast': [1],
      'settings.find-order': [1],
    },
  },
  {
    why: 'the demo site has one machine',
    statements: {
      'demo.find-members': [1],
      'demo.find-message': [1],
      'demo.insert-accounts': [4],
      'demo.insert-addresses': [1, 4],
      'demo.insert-names': [1],
      'demo.list-all-cast': [1],
      'demo.list-cast': [1],
    },
  },
];
