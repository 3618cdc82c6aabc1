import type Stripe from 'stripe';
import type { DataFile } from '../shared/data-file.ts';
import type { Faults } from '../shared/faults.ts';
import type { WebhookSender } from '../shared/webhooks.ts';

/**
 * Objects are stored as the API shows them, with the ids of other objects; names and values of the fields come from
 * Stripe's types. The internal state, which the API does not show, is in `sandbox`.
 */
export type StoredSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'allowed_payment_method_types'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'expires_at'
  | 'livemode'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'payment_method_types'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
> & {
  customer: string | null;
  payment_intent: string | null;
  sandbox: {
    description: string;
    intentMetadata: Stripe.Metadata;
    futureUsage: 'off_session' | null;
    /** The payment intent of a paid session that was set back to open. */
    intent: string | null;
  };
};

export type StoredIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'canceled_at'
  | 'capture_method'
  | 'confirmation_method'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'payment_method_types'
  | 'setup_future_usage'
  | 'status'
> & {
  customer: string | null;
  latest_charge: string | null;
  payment_method: string | null;
  last_payment_error: DeclinedCard | null;
  /** When a direct debit settles (ms since 1970), why the charge fails, and the URL to which the bank returns. */
  sandbox: { settlesAt: number | null; failure: string | null; returnUrl: string | null };
};

export type StoredCharge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'description'
  | 'disputed'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'refunded'
  | 'status'
> & {
  customer: string | null;
  payment_intent: string;
  payment_method: string | null;
  payment_method_details: {
    type: string;
    card?: { fingerprint: string; last4: string; brand: string; country: string };
    sepa_debit?: { last4: string; country: string };
    ideal?: { bank: 'abn_amro'; bic: 'ABNANL2A' };
  };
};

export type StoredRefund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reason' | 'status'
> & { charge: string; payment_intent: string };

export type StoredDispute = Pick<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'created'
  | 'currency'
  | 'is_charge_refundable'
  | 'livemode'
  | 'metadata'
  | 'reason'
  | 'status'
> & { charge: string; payment_intent: string };

export type StoredCustomer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'email' | 'livemode' | 'metadata' | 'name' | 'preferred_locales'
>;

export type StoredMethod = Pick<
  Stripe.PaymentMethod,
  'id' | 'object' | 'created' | 'livemode' | 'metadata' | 'type'
> & {
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
};

export type StoredSetup = Pick<
  Stripe.SetupIntent,
  'id' | 'object' | 'created' | 'livemode' | 'metadata' | 'payment_method_types' | 'status' | 'usage'
> & { customer: string; mandate: string; payment_method: string };

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

/** The reason for a declined card, in the API's format. */
export type DeclinedCard = { type: 'card_error'; code: string; decline_code: string; message: string };

/** The first call with an `Idempotency-Key`: a hash of the request, if its body was read, and the response. */
export type StoredKey = { print: string | null; status: number; body: string; at: number };

export type Store = DataFile & {
  /** By id, in order of creation. */
  readonly objects: Map<string, StoredObject>;
  readonly keys: Map<string, StoredKey>;
};

/** The shared state of the provider, created once at the start. */
export type Sandbox = {
  /** Public URL without a trailing slash, known once the server listens. */
  address: string;
  readonly store: Store;
  readonly webhooks: WebhookSender;
  readonly faults: Faults;
  /** Events by id, for the attempts to deliver them. */
  readonly events: Map<string, string>;
  /** Names from `stripeSwitches` that the account has turned off. */
  readonly switchedOff: Set<string>;
  /** The URL to which webhooks are sent; null for none. */
  readonly webhookUrl: () => string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Moves the provider's clock forward and performs every step that becomes due. */
  moveClock(milliseconds: number): void;
};
