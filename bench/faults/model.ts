import type { GiftId } from '../../contract/chat/gifts.ts';
import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { LiveView } from './live-view.ts';

/** A failed check: its name and a description of what was found. */
export interface Violation {
  check: string;
  detail: string;
}

/** A message or gift sent under one idempotency key, including repeated calls. */
export interface SentMessage {
  key: string;
  from: string;
  to: string;
  text: string;
  gift: GiftId | null;
  /** Values of `Model.tick` when the first call was made and when it was answered. */
  began: number;
  ended: number;
  /** Whether a call was repeated. The app may then have crashed between the commit and the live event. */
  retried: boolean;
  /** The acknowledged message, or the refusal's code. Undefined while the call is unanswered. */
  answer: { id: string; seq: number; conversation: string; credits: number } | { refused: string } | undefined;
}

/**
 * The buyer's actions at the provider. `refunded`: pays, and part is refunded before the app hears of the payment; the
 * other refunds and chargebacks follow the order's completion. `withdrawn`: withdraws from the order. `left`: cancels
 * the order here. `left-then-paid`: cancels it, and pays meanwhile or afterwards.
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
  named: string | undefined;
  /** The test card that pays the order; if undefined, a fresh card. */
  testCard: string | undefined;
  paymentOutcome: PaymentOutcome;
  paymentId: string | undefined;
  refused: string | undefined;
  credits: number;
  listAmount: number;
  amount: number;
  discount: string | null;
  /** The amount refunded and charged back at the provider, in minor units. May exceed the price. */
  reversed: number;
  /** The answer to the withdrawal; null if nothing was left to withdraw from. */
  withdrawal: { unused: number; amount: number } | null | undefined;
  /** Whether another order had used the discount when the money arrived, so that the price was refunded. */
  offerUsed: boolean;
  /** The stored card that the order charges, and whether its removal has begun. */
  card: { id: string; removed: boolean } | undefined;
  /** Whether the card was removed before the order reached a provider. The order failed and nobody was charged. */
  unmade: boolean;
  cancelled: boolean;
  shown: string[];
}

/** A direct debit that a member started. */
export interface Debit {
  key: string;
  buyer: string;
  bundle: string;
  iban: string;
  /** In E.164, unique among direct debits. */
  phone: string;
  id: string | undefined;
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
  /** The account's mailbox. Members with the same mailbox are one person. */
  mailbox: string;
  paid: boolean;
  credits: number;
  view: LiveView;
}

/** The clients' calls and answers in a round; the checks compare the actual state with this model. */
export interface Model {
  members: TestMember[];
  /** The discount code of the round, usable once by each person. */
  code: string;
  sends: SentMessage[];
  purchases: Purchase[];
  debits: Debit[];
  removals: Removal[];
  newcomers: Newcomer[];
  likes: { from: string; to: string }[];
  violations: Violation[];
  /** Buyers' actions that are still running, outside of the members' own actions. */
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
