import type { OperationName } from '../../contract/calls.ts';
import type { GiftId } from '../../contract/chat/gifts.ts';
import type { Input } from '../../contract/index.ts';
import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import { callOnce, persist, type CallOutcome } from './client.ts';
import type { Environment } from './environment.ts';
import type { LiveView } from './live-view.ts';
import type { PaymentOutcomeName } from './payment-outcomes.data.ts';
import type { Random } from './random.ts';

export interface Violation {
  check: string;
  detail: string;
}

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

export const bundles = ['small', 'medium', 'grand'];

export class Purchase {
  readonly key: string;
  readonly buyer: MemberId;
  readonly bundle: string;
  readonly method: PaymentMethodId;
  paymentOutcome: PaymentOutcomeName;
  way: 'page' | 'card' | 'debit' = 'page';
  named: string | undefined;
  /** The test card that pays the order; if undefined, a fresh card. */
  testCard: string | undefined;
  /** Set once the order is accepted, with the price. */
  paymentId: string | undefined;
  credits = 0;
  listAmount = 0;
  amount = 0;
  discount: string | null = null;
  /** The amount refunded and charged back at the provider, in minor units. May exceed the price. */
  reversed = 0;
  /** The result of the withdrawal; null if nothing was left to withdraw from. */
  withdrawal: { unused: number; amount: number } | null | undefined;
  /** Whether another order had used the discount when the money arrived, so that the price was refunded. */
  offerUsed = false;
  /** The stored card that the order charges, and whether its removal has begun. */
  card: { id: string; removed: boolean } | undefined;
  /** Whether the card was removed before the order reached a provider. The order failed and nobody was charged. */
  unmade = false;
  canceled = false;
  shown: string[] = [];

  constructor(
    { context, me, random }: Actor,
    fields: Pick<Purchase, 'method' | 'paymentOutcome'> &
      Partial<Pick<Purchase, 'key' | 'bundle' | 'way' | 'named' | 'card'>>,
  ) {
    this.key = fields.key ?? random.uuid();
    this.bundle = fields.bundle ?? random.pick(bundles);
    this.buyer = me.id;
    this.method = fields.method;
    this.paymentOutcome = fields.paymentOutcome;
    this.way = fields.way ?? 'page';
    this.named = fields.named;
    this.card = fields.card;
    context.model.purchases.push(this);
  }
}

export interface Debit {
  key: string;
  buyer: MemberId;
  bundle: string;
  /** In E.164, unique among direct debits. */
  phone: string;
  id: string | undefined;
  reference: string | undefined;
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
  signedUp: boolean;
  token: string | undefined;
}

export interface TestMember {
  id: MemberId;
  /** Undefined for a visitor. */
  token: string | undefined;
  /** Members with the same mailbox are one person. */
  mailbox: string;
  paid: boolean;
  credits: number;
  view: LiveView;
}

/** The clients' calls and responses in a round; the checks compare the actual state with this model. */
export class Model {
  members: TestMember[] = [];
  /** Usable once by each person. */
  readonly code: string;
  readonly sends: SentMessage[] = [];
  readonly purchases: Purchase[] = [];
  readonly debits: Debit[] = [];
  readonly removals: Removal[] = [];
  readonly newcomers: Newcomer[] = [];
  readonly likes: { from: string; to: string }[] = [];
  readonly violations: Violation[] = [];
  /** Buyers' actions that are still running, outside of the members' own actions. */
  readonly errands = new Set<Promise<void>>();
  #ticks = 0;

  constructor(code: string) {
    this.code = code;
  }

  /** A logical clock: returns the next number at every call, so that events can be ordered. */
  tick(): number {
    return (this.#ticks += 1);
  }

  report(check: string, detail: string): void {
    this.violations.push({ check, detail });
  }
}

export interface RoundContext {
  environment: Environment;
  model: Model;
  onCall(count: number): void;
  calls: number;
  /** Clients abort calls only during this phase. */
  acting: boolean;
}

const hangUpShare = 0.05;
const hangUpLatestMs = 40;

/** A member who acts. Every action has its own random stream, so that repeated calls do not change later actions. */
export class Actor {
  readonly context: RoundContext;
  readonly me: TestMember;
  readonly random: Random;

  constructor(context: RoundContext, me: TestMember, random: Random) {
    this.context = context;
    this.me = me;
    this.random = random;
  }

  fork(name: string): Actor {
    return new Actor(this.context, this.me, this.random.fork(name));
  }

  as(me: TestMember): Actor {
    return new Actor(this.context, me, this.random);
  }

  pickOther(): TestMember {
    return this.random.pick(this.context.model.members.filter((member) => member !== this.me));
  }

  report(check: string, detail: string): void {
    this.context.model.report(check, detail);
  }

  /**
   * Repeats the call until its outcome is known; a call that never gets a response is reported, and its outcome is
   * undefined. A small share of the calls is aborted before the response arrives.
   */
  call<Name extends OperationName>(
    name: Name,
    input: Partial<Input<Name>> | object,
  ): Promise<CallOutcome<Name> | undefined> {
    const { context, me, random } = this;
    const once = () => {
      context.calls += 1;
      context.onCall(context.calls);
      const hangsUp = context.acting && random.chance(hangUpShare);
      const hangUpMs = hangsUp ? random.between(0, hangUpLatestMs) : undefined;
      return callOnce<Name>(context.environment.app.address, name, input, { token: me.token, hangUpMs });
    };
    const onUnknown = (why: string): void => this.report('stuck', `${name} of ${me.id} was never answered: ${why}`);
    return persist<Name>(once, { onUnknown });
  }

  /** Makes a call with each of the inputs at the same time, over connections that fail independently. */
  callAtOnce<Name extends OperationName>(
    name: Name,
    inputs: readonly object[],
  ): Promise<(CallOutcome<Name> | undefined)[]> {
    return Promise.all(inputs.map((input, index) => this.fork(`twin-${index}`).call(name, input)));
  }

  /** Runs an action in parallel to the member's other actions. A round ends after all errands have ended. */
  runErrand(name: string, errand: Promise<void>): void {
    const { errands } = this.context.model;
    const watched = errand
      .catch((error: unknown) => this.report('stuck', `${name}: ${String(error)}`))
      .finally(() => errands.delete(watched));
    errands.add(watched);
  }
}
