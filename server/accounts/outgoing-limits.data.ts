import {
  activationMailsPerDay,
  allResetMailsPerDay,
  leavingMailsPerDay,
  mailChangeMailsPerDay,
  mailChangesPerDay,
  resetMailsPerDay,
  signUpMailsPerDay,
  smsCodesPerDay,
  smsCodesPerHour,
  unconfirmedMailsPerDay,
} from '../../contract/limits.ts';
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
const unconfirmed = per('receiver', 'unconfirmed-mail', unconfirmedMailsPerDay, dayMs);
const ofActivation = per('member', 'activation-mail', activationMailsPerDay, dayMs);
const toNewAddress = [per('receiver', 'mail-change-address', mailChangeMailsPerDay, dayMs), toMailbox, ...asked, whole];
const answersPerDay = 3;

/**
 * Limits of messages that cost money or can molest: text messages, and e-mails to addresses that need not belong to the
 * person who asks. Each use has its limits, in the order in which they are counted.
 */
export const outgoingLimits = {
  /**
   * A code for a direct debit. One costs some cents: a source has as many as three members need. Whoever earns by text
   * messages asks for them all day, to ever new numbers.
   */
  sms: [
    per('member', 'sms-member', smsCodesPerHour, hourMs),
    per('member', 'sms-member-day', smsCodesPerDay, dayMs),
    per('receiver', 'sms-receiver', smsCodesPerHour, hourMs),
    per('receiver', 'sms-receiver-day', smsCodesPerDay, dayMs),
    per('source', 'sms-source', 9, hourMs),
    per('source', 'sms-source-day', 3 * smsCodesPerDay, dayMs),
    per('network', 'sms-network', 18, hourMs),
    per('network', 'sms-network-day', 6 * smsCodesPerDay, dayMs),
    per('site', 'sms-site', 300, hourMs),
  ],
  'sign-up': [unconfirmed, toMailbox, ...asked],
  /** The call of a discreet site, which counts alike for every address; its e-mail is `unconfirmed`. */
  'sign-up-request': asked,
  /** The e-mail of a new account. It waits where the others are refused: whoever uses up this budget closes no sign-up. */
  'first-activation': [whole],
  activation: [ofActivation, unconfirmed, toMailbox, ...asked, whole],
  /** Other e-mails to an address that its account has not confirmed. */
  unconfirmed: [unconfirmed, toMailbox],
  'mail-change': [per('member', 'mail-change', mailChangesPerDay, dayMs), ...toNewAddress],
  'mail-change-again': [ofActivation, ...toNewAddress],
  /** From one place. Resets have a budget of their own: they are the way back for whoever is kept out. */
  reset: [{ ...per('receiver', 'reset-mail', resetMailsPerDay, dayMs), bySource: true }, ...asked],
  'reset-anywhere': [per('receiver', 'reset-mail-all', allResetMailsPerDay, dayMs)],
  declaration: [per('receiver', 'declaration-mail', answersPerDay, dayMs), toMailbox, ...asked, whole],
  'declaration-confirm': [per('receiver', 'declaration-confirm', answersPerDay, dayMs)],
  complaint: [per('receiver', 'complaint-mail', answersPerDay, dayMs), toMailbox, ...asked, whole],
  /** To the owner of an account, about a sign-up or a change of address of somebody else. */
  'owner-told': [per('member', 'sign-up-mail', signUpMailsPerDay, dayMs)],
  leaving: [per('member', 'leaving-mail', leavingMailsPerDay, dayMs)],
} as const satisfies Record<string, readonly OutgoingLimit[]>;

export type OutgoingUse = keyof typeof outgoingLimits;
