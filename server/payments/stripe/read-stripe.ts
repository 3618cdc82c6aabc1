import Type from 'typebox';
import { Compile } from 'typebox/compile';

import { nullable } from '../../../contract/platform/common.ts';
import { requireShape, readPage, readReference, readRefundKey, unreadable } from '../provider-responses.ts';
import {
  type Money,
  ProviderFault,
  type ProviderMandate,
  type ProviderPayment,
  type ProviderReversal,
} from '../provider.ts';

/** The parts of the API's objects that we read. */
const Amount = Type.Integer({ minimum: 0 });
const Currency = Type.String({ pattern: '^[a-z]{3}$' });

const Place = { country: Type.Optional(nullable(Type.String())) };
/** The fifth and sixth letter of a BIC are its bank's country. */
const Bank = { bic: Type.Optional(nullable(Type.String())) };

const Charge = Type.Object({
  object: Type.Literal('charge'),
  created: Type.Optional(Type.Integer()),
  amount_refunded: Amount,
  disputed: Type.Boolean(),
  payment_method_details: Type.Optional(
    nullable(
      Type.Object({
        card: Type.Optional(nullable(Type.Object({ fingerprint: Type.Optional(nullable(Type.String())), ...Place }))),
        sepa_debit: Type.Optional(nullable(Type.Object(Place))),
        ideal: Type.Optional(nullable(Type.Object(Bank))),
        bancontact: Type.Optional(nullable(Type.Object(Bank))),
      }),
    ),
  ),
});

/** The id of a payment instrument. Objects older than 2018 have other prefixes. */
const MethodId = Type.String({ pattern: '^(?:pm|card|src|ba)_[A-Za-z0-9_]{1,100}$' });

const Intent = Type.Object({
  object: Type.Literal('payment_intent'),
  id: Type.String({ pattern: '^pi_[A-Za-z0-9_]{1,100}$' }),
  status: Type.Enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'canceled',
    'succeeded',
  ]),
  amount: Amount,
  amount_received: Amount,
  currency: Currency,
  livemode: Type.Boolean(),
  created: Type.Optional(Type.Integer()),
  metadata: Type.Unknown(),
  setup_future_usage: nullable(Type.String()),
  payment_method: nullable(MethodId),
  // The page where the buyer's bank asks them.
  next_action: Type.Optional(
    nullable(Type.Object({ redirect_to_url: Type.Optional(Type.Object({ url: nullable(Type.String()) })) })),
  ),
  // The response to the call that made a declined charge does not expand the charge.
  latest_charge: Type.Union([Type.Null(), Type.String(), Charge]),
});

const Session = Type.Object({
  object: Type.Literal('checkout.session'),
  id: Type.String({ pattern: '^cs_(?:test|live)_[A-Za-z0-9]{1,100}$' }),
  status: Type.Enum(['open', 'complete', 'expired']),
  payment_status: Type.Enum(['paid', 'unpaid']),
  amount_total: Amount,
  currency: Currency,
  livemode: Type.Boolean(),
  created: Type.Optional(Type.Integer()),
  metadata: Type.Unknown(),
  url: Type.Optional(nullable(Type.String({ maxLength: 5_000 }))),
  payment_intent: nullable(Intent),
});

const PaymentMethod = Type.Object({
  object: Type.Literal('payment_method'),
  id: MethodId,
  type: Type.String(),
  card: Type.Optional(
    nullable(
      Type.Object({
        brand: Type.String(),
        last4: Type.String(),
        exp_month: Type.Integer({ minimum: 1, maximum: 12 }),
        exp_year: Type.Integer({ minimum: 2000, maximum: 9999 }),
        fingerprint: Type.Optional(nullable(Type.String())),
      }),
    ),
  ),
  sepa_debit: Type.Optional(nullable(Type.Object({ last4: nullable(Type.String()) }))),
});

const Refund = Type.Object({
  object: Type.Literal('refund'),
  id: Type.String({ minLength: 1, maxLength: 100 }),
  amount: Amount,
  currency: Currency,
  status: nullable(Type.Enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled'])),
  metadata: Type.Optional(Type.Unknown()),
});

const Dispute = Type.Object({
  object: Type.Literal('dispute'),
  id: Type.String({ minLength: 1, maxLength: 100 }),
  amount: Amount,
  currency: Currency,
  status: Type.Enum([
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
    'needs_response',
    'under_review',
    'appeal_needs_response',
    'appeal_under_review',
    'prevented',
    'won',
    'lost',
  ]),
});

const shapes = {
  session: Compile(Session),
  intent: Compile(Intent),
  method: Compile(PaymentMethod),
  refund: Compile(Refund),
  dispute: Compile(Dispute),
  customer: Compile(Type.Object({ object: Type.Literal('customer'), id: Type.String({ pattern: '^cus_' }) })),
  setup: Compile(
    Type.Object({ object: Type.Literal('setup_intent'), status: Type.String(), payment_method: PaymentMethod }),
  ),
};

type StripeIntent = Type.Static<typeof Intent>;
type StripeSession = Type.Static<typeof Session>;

/** A payment as its own object shows it; refunds and disputes are separate objects. */
export interface ReadPayment {
  payment: ProviderPayment;
  /** The payment intent behind it; null until the buyer pays. */
  intent: string | null;
  isPaid: boolean;
  isReturned: boolean;
}

/** The parts to expand in every response with a payment. */
export const intentParts = ['latest_charge'];
export const sessionParts = ['payment_intent.latest_charge'];

export function readSession(object: unknown): ReadPayment {
  const response = requireShape(shapes.session, object, 'session');
  const intent = response.payment_intent;
  return toPayment(response, intent, {
    state: stateOfSession(response),
    asked: response.amount_total,
    payPage: response.status === 'open' ? readPage(response.url) : null,
    mandate: intent?.setup_future_usage === 'off_session' ? intent.payment_method : null,
  });
}

export function readIntent(object: unknown): ReadPayment {
  const response = requireShape(shapes.intent, object, 'payment intent');
  const state = stateOfCharge(response);
  const payPage = state === 'open' ? findBankPage(response) : null;
  return toPayment(response, response, { state, asked: response.amount, payPage, mandate: response.payment_method });
}

const toDate = (seconds: number | undefined): Date | null => (seconds === undefined ? null : new Date(seconds * 1_000));

function toPayment(
  response: StripeSession | StripeIntent,
  intent: StripeIntent | null,
  { asked, ...read }: Pick<ProviderPayment, 'state' | 'payPage' | 'mandate'> & { asked: number },
): ReadPayment {
  const charge = intent?.latest_charge;
  const isPaid = intent?.status === 'succeeded';
  return {
    payment: {
      id: response.id,
      isUnderWay: intent?.status === 'processing' || intent?.status === 'requires_capture',
      money: {
        minor: isPaid ? intent.amount_received : asked,
        currency: (isPaid ? intent : response).currency.toUpperCase(),
      },
      mode: response.livemode ? 'live' : 'test',
      // A key gives access to one account only, so there is one profile.
      profile: 'account',
      reference: readReference(response.metadata),
      createdAt: toDate(response.created),
      paidAt: isPaid && typeof charge === 'object' ? toDate(charge?.created) : null,
      refundedMinor: 0,
      chargedBackMinor: 0,
      reversals: [],
      // Stripe tells only four digits of an account, which many accounts share.
      account: null,
      transfer: null,
      ...readPayer(intent),
      ...read,
    },
    intent: intent?.id ?? null,
    isPaid,
    isReturned: typeof charge === 'object' && charge !== null && (charge.disputed || charge.amount_refunded > 0),
  };
}

/** The metadata key that says how a payment intent was created. */
export const originKey = 'origin';

/** True if a stored payment instrument was charged without a session. */
export function isDirect(response: unknown): boolean {
  return ((response as StripeIntent | null)?.metadata as Record<string, unknown> | null)?.[originKey] === 'stored';
}

function stateOfSession({ status, payment_intent: intent }: StripeSession): ProviderPayment['state'] {
  if (intent?.status === 'succeeded') return 'paid';
  if (status === 'expired') return 'failed';
  // After a declined card, the buyer can try again as long as the session is open.
  const hasEnded = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return status === 'complete' && hasEnded ? 'failed' : 'open';
}

/** Returns the state of a charge without a session: it can be confirmed only on the page of the buyer's bank. */
function stateOfCharge(intent: StripeIntent): ProviderPayment['state'] {
  const { status } = intent;
  if (status === 'succeeded') return 'paid';
  const isOpen = status === 'processing' || status === 'requires_capture' || findBankPage(intent) !== null;
  return isOpen ? 'open' : 'failed';
}

function findBankPage({ status, next_action: next }: StripeIntent): string | null {
  const url = next?.redirect_to_url?.url ?? null;
  return status === 'requires_action' && url !== null ? readPage(url) : null;
}

function readPayer(intent: StripeIntent | null): Pick<ProviderPayment, 'fingerprint' | 'payerCountry'> {
  const charge = intent?.latest_charge;
  const details = typeof charge === 'object' ? charge?.payment_method_details : null;
  const { card, sepa_debit: debit, ideal, bancontact } = details ?? {};
  const country = card?.country ?? debit?.country ?? (ideal ?? bancontact)?.bic?.slice(4, 6) ?? '';
  return { fingerprint: card?.fingerprint ?? null, payerCountry: /^[A-Z]{2}$/.test(country) ? country : null };
}

export function readRefund(object: unknown, currency: string): ProviderReversal {
  const response = requireShape(shapes.refund, object, 'refund');
  if (response.currency.toUpperCase() !== currency) throw unreadable('amount');
  const undone = response.status === 'failed' || response.status === 'canceled';
  return { id: response.id, kind: 'refund', minor: response.amount, undone, key: readRefundKey(response.metadata) };
}

/**
 * Reads a dispute; null for a bank's inquiry, which moves no money. A dispute in another currency does not say which
 * part of the payment it is about, so it counts as the whole: no loss is missing from the books.
 */
export function readDispute(object: unknown, of: Money): ProviderReversal | null {
  const response = requireShape(shapes.dispute, object, 'dispute');
  if (response.status.startsWith('warning_')) return null;
  const undone = response.status === 'won' || response.status === 'prevented';
  const minor = response.currency.toUpperCase() === of.currency ? response.amount : of.minor;
  return { id: response.id, kind: 'chargeback', minor, undone, key: null };
}

export function readMandate(object: unknown): ProviderMandate {
  const response = requireShape(shapes.method, object, 'payment method');
  const { card, sepa_debit: debit } = response;
  return {
    id: response.id,
    state: 'valid',
    kind: card ? 'card' : debit ? 'direct_debit' : 'other',
    label: card ? (brands[card.brand] ?? card.brand) : '',
    lastDigits: card?.last4 ?? debit?.last4 ?? '',
    fingerprint: card?.fingerprint ?? null,
    expires: card ? `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}` : null,
  };
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Reads the mandate that a setup created; refused if the bank account does not allow one. */
export function readSetup(object: unknown): ProviderMandate {
  const response = requireShape(shapes.setup, object, 'setup intent');
  if (response.status === 'succeeded') return readMandate(response.payment_method);
  if (response.status === 'processing') return { ...readMandate(response.payment_method), state: 'pending' };
  throw new ProviderFault('refused', `the setup is ${response.status}`);
}

export const readCustomer = (response: unknown): string => requireShape(shapes.customer, response, 'customer').id;
