import type { GiftId } from '../../contract/gifts.ts';
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
 * payment. The other refunds and chargebacks follow the completion of the order.
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
] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

export interface Purchase {
  key: string;
  buyer: string;
  paymentOutcome: PaymentOutcome;
  paymentId: string | undefined;
  refused: string | undefined;
  credits: number;
  amount: number;
  /** Refunded and charged back at the provider, in minor units. May exceed the amount. */
  reversed: number;
  /** The states that the buyer was shown, in order. */
  shown: string[];
  /** Resolves when the buyer has done everything at the provider. */
  settled: Promise<void>;
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
  paid: boolean;
  credits: number;
  view: LiveView;
}

/** What the clients of a round did and were answered: the model with which the checks compare the actual state. */
export interface Model {
  members: TestMember[];
  sends: SentMessage[];
  purchases: Purchase[];
  removals: Removal[];
  newcomers: Newcomer[];
  likes: { from: string; to: string }[];
  violations: Violation[];
  /** A logical clock: returns the next number at every call, so that events can be ordered. */
  tick(): number;
}

export function newModel(): Model {
  let ticks = 0;
  return {
    members: [],
    sends: [],
    purchases: [],
    removals: [],
    newcomers: [],
    likes: [],
    violations: [],
    tick: () => (ticks += 1),
  };
}
