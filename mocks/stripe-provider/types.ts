import type Stripe from 'stripe';

import { openStore } from '../shared/data-file.ts';
import { randomId } from '../shared/ids.ts';
import type { BaseSandbox } from '../shared/sandbox.ts';

/** An object as the API shows it, with Stripe's names and the ids of other objects; `Own` replaces fields. */
type Stored<T, Needed extends keyof T, Own = object> = Partial<Omit<T, Needed | keyof Own>> &
  Pick<T, Needed> &
  Own & { id: string; created: number };

/** `sandbox` is internal. */
export type StoredSession = Stored<
  Stripe.Checkout.Session,
  'object' | 'amount_total' | 'currency' | 'expires_at' | 'livemode' | 'locale' | 'status',
  {
    allowed_payment_method_types: string[];
    cancel_url: string;
    success_url: string;
    customer: string | null;
    payment_intent: string | null;
    sandbox: {
      description: string;
      intentMetadata: Stripe.Metadata;
      futureUsage: 'off_session' | null;
      /** The payment intent of a paid session that was set back to open. */
      intent: string | null;
    };
  }
>;

export type StoredIntent = Stored<
  Stripe.PaymentIntent,
  'object' | 'amount' | 'currency' | 'description' | 'livemode' | 'metadata' | 'payment_method_types' | 'status',
  {
    customer: string | null;
    latest_charge: string | null;
    payment_method: string | null;
    last_payment_error: DeclinedCard | null;
    /** When a direct debit settles (ms since 1970), why the charge fails, and the URL to which the bank returns. */
    sandbox: { settlesAt: number | null; failure: string | null; returnUrl: string | null };
  }
>;

export type StoredCharge = Stored<
  Stripe.Charge,
  'object' | 'amount' | 'amount_refunded' | 'currency' | 'livemode',
  {
    customer: string | null;
    payment_intent: string;
    payment_method: string | null;
    payment_method_details: {
      type: string;
      card?: NonNullable<StoredMethod['card']>;
      sepa_debit?: NonNullable<StoredMethod['sepa_debit']>;
      ideal?: { bank: 'abn_amro'; bic: 'ABNANL2A' };
    };
  }
>;

export type StoredRefund = Stored<
  Stripe.Refund,
  'object' | 'amount' | 'status',
  { charge: string; payment_intent: string }
>;

export type StoredDispute = Stored<
  Stripe.Dispute,
  'object' | 'amount' | 'status',
  { charge: string; payment_intent: string }
>;

type StoredCustomer = Stored<Stripe.Customer, 'object'>;

export type StoredMethod = Stored<
  Stripe.PaymentMethod,
  'object' | 'type',
  {
    customer: string | null;
    billing_details: { name: string | null; email: string | null };
    card?: {
      brand: string;
      last4: string;
      exp_month: number;
      exp_year: number;
      fingerprint: string;
      funding: 'credit';
      country: 'NL';
    };
    sepa_debit?: { last4: string; country: string; bank_code: string | null; fingerprint: string };
    /** Reason why the next charges are declined; null if they succeed. */
    sandbox: { failure: string | null };
  }
>;

export type StoredSetup = Stored<
  Stripe.SetupIntent,
  'object',
  { customer: string; mandate: string; payment_method: string }
>;

export type StoredObject =
  | StoredSession
  | StoredIntent
  | StoredCharge
  | StoredRefund
  | StoredDispute
  | StoredCustomer
  | StoredMethod
  | StoredSetup;

export type StoredPayment = StoredSession | StoredIntent;

export type DeclinedCard = { type: 'card_error'; code: string; decline_code: string; message: string };

/** The first call with an `Idempotency-Key`: a hash of the request, if its body was read, and the response. */
export type StoredKey = { print: string | null; status: number; body: string; at: number };

const keyLifeMilliseconds = 24 * 3600 * 1000;

export const openSandboxStore = (dataFile: string | undefined) =>
  openStore<{ objects: StoredObject }, StoredKey>(['objects'], { dataFile, keyLifeMs: keyLifeMilliseconds });

type Store = Awaited<ReturnType<typeof openSandboxStore>>;

export type Sandbox = BaseSandbox<Store> & {
  readonly events: Map<string, string>;
  /** Names from `stripeSwitches` that the account has turned off. */
  readonly switchedOff: Set<string>;
  readonly webhookUrl: () => string | null;
};

export function listObjects<Kind extends StoredObject['object']>(store: Store, kind: Kind) {
  type Found = Extract<StoredObject, { object: Kind }>;
  return [...store.objects.values()].filter((object): object is Found => object.object === kind);
}

export function findObject<Kind extends StoredObject['object']>(store: Store, kind: Kind, id: string | null) {
  type Found = Extract<StoredObject, { object: Kind }>;
  const found = id === null ? undefined : store.objects.get(id);
  return found?.object === kind ? (found as Found) : undefined;
}

type OfKind<Kind> = Extract<StoredObject, { object: Kind }>;

/** Stores a new object, with an id that begins with `prefix`. */
export function add<Kind extends StoredObject['object']>(
  { store, now }: Pick<Sandbox, 'store' | 'now'>,
  prefix: string,
  fields: { object: Kind } & Omit<OfKind<Kind>, 'id' | 'created' | 'object'>,
): OfKind<Kind> {
  const object = { id: randomId(prefix), created: Math.floor(now() / 1000), ...fields } as unknown as OfKind<Kind>;
  store.objects.set(object.id, object);
  return object;
}
