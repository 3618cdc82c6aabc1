import type { GiftId } from '../../contract/gifts.ts';
import type { LiveView } from './live-view.ts';

/** What the checker found: the name of the check, and what does not hold. */
export interface Violation {
  check: string;
  detail: string;
}

/** One attempt to say something, under one key, however often it was repeated. */
export interface Send {
  key: string;
  from: string;
  to: string;
  text: string;
  gift: GiftId | null;
  /** Count of all events of the round when it began and when it was answered: tells before from after. */
  began: number;
  ended: number;
  /** Whether an attempt stayed without an answer: then the app may have crashed between commit and event. */
  doubtful: boolean;
  /** What the sender was told: the message, or the code of a refusal. Nothing while it is stuck. */
  told: { id: string; seq: number; conversation: string; credits: number } | { refused: string } | undefined;
}

/**
 * What happens at the provider. `refunded`: the buyer pays, and a part goes back before the app hears of it; the others
 * whose money goes back wait until the order is completed.
 */
export const endings = [
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
export type Ending = (typeof endings)[number];

export interface Purchase {
  key: string;
  buyer: string;
  ending: Ending;
  paymentId: string | undefined;
  refused: string | undefined;
  credits: number;
  amount: number;
  /** What went back at the provider, in minor units; at most the amount counts. */
  reversed: number;
  /** How the states that the buyer was shown followed each other. */
  shown: string[];
  /** Resolves when everything that the buyer does at the provider is done. */
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

/** A virtual member of a round. */
export interface Person {
  id: string;
  token: string;
  paid: boolean;
  credits: number;
  view: LiveView;
}

/** What the clients of a round did and were told: the model that everything is compared with. */
export interface Story {
  people: Person[];
  sends: Send[];
  purchases: Purchase[];
  removals: Removal[];
  newcomers: Newcomer[];
  likes: { from: string; to: string }[];
  violations: Violation[];
  /** Counts what happens, so that "before" and "after" have a meaning without a clock. */
  tick(): number;
}

export function newStory(): Story {
  let ticks = 0;
  return {
    people: [],
    sends: [],
    purchases: [],
    removals: [],
    newcomers: [],
    likes: [],
    violations: [],
    tick: () => (ticks += 1),
  };
}
