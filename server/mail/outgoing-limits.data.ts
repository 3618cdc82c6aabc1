import { dayMs, hourMs } from '../platform/clock.ts';

/** `site` counts the whole installation. A network is a /24 of IPv4 or a /48 of IPv6, a source an address or a /64. */
export type CountedBy = 'member' | 'receiver' | 'source' | 'network' | 'site';

export interface OutgoingLimit {
  by: CountedBy;
  name: string;
  max: number;
  windowMs: number;
  /** True if each source of a receiver is counted separately. */
  bySource?: true;
  /** True if many people can share the subject, so that `RATE_LIMIT_FACTOR` raises the limit. */
  isShared?: true;
}

const per = (by: CountedBy, name: string, max: number, windowMs: number): OutgoingLimit => ({
  by,
  name,
  max,
  windowMs,
  ...(by !== 'member' && by !== 'receiver' && { isShared: true }),
});

/** The limit of all mail to one mailbox. Limits with one name share one count, whatever uses them. */
const toMailbox = per('receiver', 'mail-receiver', 12, dayMs);
const asked: readonly OutgoingLimit[] = [
  per('source', 'mail-source', 30, hourMs),
  per('network', 'mail-network', 90, hourMs),
];
// Resets do not count here: mail to others must not use up what members need to get back into their account.
const whole = per('site', 'mail-site', 5_000, hourMs);
/** The limit of mails about sign-ups, links back and bank details to an unconfirmed address. */
const unconfirmed = per('receiver', 'unconfirmed-mail', 8, dayMs);
const ofActivation = per('member', 'activation-mail', 5, dayMs);
const toNewAddress = [per('receiver', 'mail-change-address', 3, dayMs), toMailbox, ...asked, whole];
const answersPerDay = 3;

/**
 * Limits of messages that cost money or can harass people: text messages, and mail to addresses that need not belong to
 * the requester. Each use has its limits, in the order in which they are counted.
 */
export const outgoingLimits = {
  /**
   * A code costs some cents. A source gets enough for three members. Fraudsters who earn from text messages request
   * them all day, so the daily limit is only four times the hourly one.
   */
  sms: [
    per('member', 'sms-member', 3, hourMs),
    per('member', 'sms-member-day', 6, dayMs),
    per('receiver', 'sms-receiver', 3, hourMs),
    per('receiver', 'sms-receiver-day', 6, dayMs),
    per('source', 'sms-source', 9, hourMs),
    per('source', 'sms-source-day', 18, dayMs),
    per('network', 'sms-network', 18, hourMs),
    per('network', 'sms-network-day', 36, dayMs),
    per('site', 'sms-site', 300, hourMs),
    per('site', 'sms-site-day', 1_200, dayMs),
  ],
  'sign-up': [unconfirmed, toMailbox, ...asked],
  /** Requests of a sign-up, which count alike for every address; their mail is `unconfirmed`. */
  'sign-up-request': asked,
  /** The first activation mail, which waits instead of being refused: an exhausted budget blocks no sign-up. */
  'first-activation': [whole],
  activation: [ofActivation, unconfirmed, toMailbox, ...asked, whole],
  unconfirmed: [unconfirmed, toMailbox],
  'mail-change': [per('member', 'mail-change', 5, dayMs), ...toNewAddress],
  'mail-change-again': [ofActivation, ...toNewAddress],
  /** Do not count in `mail-receiver` or `mail-site`, because members who are locked out depend on resets. */
  reset: [{ ...per('receiver', 'reset-mail', 3, dayMs), bySource: true }, ...asked],
  /** Resets from any source. Beyond this limit, each link is mailed once, and an unconfirmed address gets nothing. */
  'reset-anywhere': [per('receiver', 'reset-mail-all', 10, dayMs)],
  declaration: [per('receiver', 'declaration-mail', answersPerDay, dayMs), toMailbox, ...asked, whole],
  'declaration-confirm': [per('receiver', 'declaration-confirm', answersPerDay, dayMs)],
  complaint: [per('receiver', 'complaint-mail', answersPerDay, dayMs), toMailbox, ...asked, whole],
  /** Mail to the owner of an account about somebody else's sign-up or change of address. */
  'owner-told': [per('member', 'sign-up-mail', 3, dayMs)],
  leaving: [per('member', 'leaving-mail', 3, dayMs)],
} as const satisfies Record<string, readonly OutgoingLimit[]>;

export type OutgoingUse = keyof typeof outgoingLimits;
