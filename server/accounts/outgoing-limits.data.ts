import { dayMs, hourMs } from '../platform/clock.ts';

/** `site` counts the whole installation. A network is a /24 of IPv4 or a /48 of IPv6, a source an address or a /64. */
export type CountedBy = 'member' | 'receiver' | 'source' | 'network' | 'site';

/** At most `max` within any `windowMs`, as an `AttemptLimit` of attempt-rules.ts. */
export interface OutgoingLimit {
  by: CountedBy;
  name: string;
  max: number;
  windowMs: number;
  /** Counts each source of a receiver apart. */
  bySource?: true;
  /** Many people can share it, so `RATE_LIMIT_FACTOR` raises it. */
  isShared?: true;
}

const per = (by: CountedBy, name: string, max: number, windowMs: number): OutgoingLimit => ({
  by,
  name,
  max,
  windowMs,
  ...(by !== 'member' && by !== 'receiver' && { isShared: true }),
});

/** Limits of one name are one count, whatever uses it. */
const toMailbox = per('receiver', 'mail-receiver', 12, dayMs);
const asked: readonly OutgoingLimit[] = [
  per('source', 'mail-source', 30, hourMs),
  per('network', 'mail-network', 90, hourMs),
];
// What only molests may wait; nobody is kept from their own account by what others had sent.
const whole = per('site', 'mail-site', 5_000, hourMs);
/** To one mailbox, about accounts whose address is not confirmed: sign-ups, ways back, bank details. */
const unconfirmed = per('receiver', 'unconfirmed-mail', 8, dayMs);
const ofActivation = per('member', 'activation-mail', 5, dayMs);
const toNewAddress = [per('receiver', 'mail-change-address', 3, dayMs), toMailbox, ...asked, whole];
const answersPerDay = 3;

/**
 * Limits of messages that cost money or can molest: text messages, and e-mails to addresses that need not belong to the
 * person who asks. Each use has its limits, in the order in which they are counted.
 */
export const outgoingLimits = {
  /**
   * A code for a direct debit. One costs some cents: a source has as many as three members need. Whoever earns by text
   * messages asks for them all day, to ever new numbers and from ever new addresses: the installation's day allows its
   * busiest hour four times.
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
  /** The call of a discreet site, which counts alike for every address; its e-mail is `unconfirmed`. */
  'sign-up-request': asked,
  /** The e-mail of a new account. It waits where the others are refused: whoever uses up this budget closes no sign-up. */
  'first-activation': [whole],
  activation: [ofActivation, unconfirmed, toMailbox, ...asked, whole],
  /** Other e-mails to an address that its account has not confirmed. */
  unconfirmed: [unconfirmed, toMailbox],
  'mail-change': [per('member', 'mail-change', 5, dayMs), ...toNewAddress],
  'mail-change-again': [ofActivation, ...toNewAddress],
  /** From one place. Resets have a budget of their own: they are the way back for whoever is kept out. */
  reset: [{ ...per('receiver', 'reset-mail', 3, dayMs), bySource: true }, ...asked],
  /** Beyond it the e-mail is sent once for each link, and to an address that is not confirmed not at all. */
  'reset-anywhere': [per('receiver', 'reset-mail-all', 10, dayMs)],
  declaration: [per('receiver', 'declaration-mail', answersPerDay, dayMs), toMailbox, ...asked, whole],
  'declaration-confirm': [per('receiver', 'declaration-confirm', answersPerDay, dayMs)],
  complaint: [per('receiver', 'complaint-mail', answersPerDay, dayMs), toMailbox, ...asked, whole],
  /** To the owner of an account, about a sign-up or a change of address of somebody else. */
  'owner-told': [per('member', 'sign-up-mail', 3, dayMs)],
  leaving: [per('member', 'leaving-mail', 3, dayMs)],
} as const satisfies Record<string, readonly OutgoingLimit[]>;

export type OutgoingUse = keyof typeof outgoingLimits;
