import type { GiftId } from '../../contract/gifts.ts';
import type { PaymentMethodId } from '../../contract/payment-methods.ts';
import type { LiveView } from './live-view.ts';

/** A failed check: its name and a description of what was found. */
export interface Violation {
  check: string;
  detail: string;
}

/** A message or gift sent under one idempotency key, however often the call was repeated. */
export interface SentMessage {
  key: string;
  from: string;
  to: string;
  text: string;
  gift: GiftId | null;
  /** Values of `Model.tick` when the first call was made and when it was answered. */
  began: number;
  ended: number;
  /** Whether a call had to be repeated: the app may have crashed between the commit and the live event. */
  retried: boolean;
  /** The acknowledged message, or the code of the refusal. Undefined while the call is unanswered. */
  answer: { id: string; seq: number; conversation: string; credits: number } | { refused: string } | undefined;
}

/**
 * What the buyer does at the provider. `refunded`: the buyer pays and part of it is refunded before the app hears of the
 * payment. The other refunds and chargebacks follow the completion of the order. `withdrawn`: the buyer withdraws from it.
 * `left`: the buyer cancels the order here; `left-then-paid`: and pays it meanwhile or afterwards.
 */
export const paymentOutcomes = [
  'paid',
  'failed',
  'canceled',
  'expired',
  'open',
  'failed-then-paid',
  'refunded',
  'paid-then-refunded',
  'paid-then-charged-back',
  'refunded-then-charged-back',
  'withdrawn',
  'withdrawn-then-charged-back',
  'left',
  'left-then-paid',
] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** How an order is paid: at the provider's page, by a stored card, or by direct debit. */
export type PaymentWay = 'page' | 'card' | 'debit';

export interface Purchase {
  key: string;
  buyer: string;
  way: PaymentWay;
  method: PaymentMethodId;
  bundle: string;
  /** The discount code that the buyer named. */
  named: string | undefined;
  /** The test card that pays it; without one, a card that nobody has used before. */
  testCard: string | undefined;
  paymentOutcome: PaymentOutcome;
  paymentId: string | undefined;
  refused: string | undefined;
  credits: number;
  listAmount: number;
  amount: number;
  /** The discount that the order has. */
  discount: string | null;
  /** Refunded and charged back at the provider, in minor units. May exceed the amount. */
  reversed: number;
  /** What the buyer was told when they withdrew; null if nothing was left to withdraw from. */
  withdrawal: { unused: number; amount: number } | null | undefined;
  /** Whether another order had used the discount when the money arrived, so that the price was paid back. */
  offerUsed: boolean;
  /** The stored card that it is charged to, and whether its removal has begun. */
  card: { id: string; removed: boolean } | undefined;
  /** Whether its card was removed before any provider had it: it failed, and nobody was charged. */
  unmade: boolean;
  /** Whether the buyer was told that it is cancelled. */
  cancelled: boolean;
  /** The states that the buyer was shown, in order. */
  shown: string[];
}

/** A direct debit that a member began. */
export interface Debit {
  key: string;
  buyer: string;
  bundle: string;
  iban: string;
  /** In E.164. No other direct debit has it. */
  phone: string;
  id: string | undefined;
  /** Of its mandate. */
  reference: string | undefined;
  refused: string | undefined;
  paymentId: string | undefined;
}

export interface Removal {
  kind: 'delete' | 'block';
  by: string;
  other: string;
  conversation: string | undefined;
  began: number;
  ended: number;
  done: boolean;
}

export interface Newcomer {
  email: string;
  name: string;
  signedUp: boolean;
  token: string | undefined;
}

/** A simulated member. */
export interface TestMember {
  id: string;
  token: string;
  /** The mailbox of the account. Two members with the same one are accounts of one person. */
  mailbox: string;
  paid: boolean;
  credits: number;
  view: LiveView;
}

/** What the clients of a round did and were answered: the model with which the checks compare the actual state. */
export interface Model {
  members: TestMember[];
  /** The discount code of the round, once for each person. */
  code: string;
  sends: SentMessage[];
  purchases: Purchase[];
  debits: Debit[];
  removals: Removal[];
  newcomers: Newcomer[];
  likes: { from: string; to: string }[];
  violations: Violation[];
  /** What buyers still do, beside the actions of the members. */
  errands: Set<Promise<void>>;
  /** A logical clock: returns the next number at every call, so that events can be ordered. */
  tick(): number;
}

export function newModel(code: string): Model {
  let ticks = 0;
  return {
    members: [],
    code,
    sends: [],
    purchases: [],
    debits: [],
    removals: [],
    newcomers: [],
    likes: [],
    violations: [],
    errands: new Set(),
    tick: () => (ticks += 1),
  };
}
