import {
  type Money,
  type PaymentReference,
  ProviderFault,
  type ProviderMandate,
  type ProviderPayment,
  type ProviderReversal,
} from '../provider.ts';
import { type StripeIntent, type StripeSession, shapes } from './stripe-shapes.ts';

/** A payment as its own object shows it; refunds and disputes are separate objects. */
export interface ReadPayment {
  payment: ProviderPayment;
  /** The payment intent behind it; null until the buyer pays. */
  intent: string | null;
  /** True if money arrived, so that it may have been returned. */
  isPaid: boolean;
  /** True if the charge says that some of it was returned. */
  isReturned: boolean;
}

/** The parts to expand in every response with a payment. */
export const intentParts = ['latest_charge'];
export const sessionParts = ['payment_intent.latest_charge'];

export function readSession(answer: unknown): ReadPayment {
  const { session } = shapes;
  if (!session.Check(answer)) throw unreadable('session');
  const intent = answer.payment_intent;
  const paid = intent?.status === 'succeeded';
  return {
    payment: {
      id: answer.id,
      state: stateOfSession(answer),
      isUnderWay: intent?.status === 'processing' || intent?.status === 'requires_capture',
      money: {
        minor: paid ? intent.amount_received : answer.amount_total,
        currency: (paid ? intent : answer).currency.toUpperCase(),
      },
      ...shared(answer),
      ...payerOf(intent),
      payPage: answer.status === 'open' ? readPage(answer.url) : null,
      mandate: intent?.setup_future_usage === 'off_session' ? intent.payment_method : null,
    },
    intent: intent?.id ?? null,
    isPaid: paid,
    isReturned: isReturned(intent),
  };
}

export function readIntent(answer: unknown): ReadPayment {
  const { intent } = shapes;
  if (!intent.Check(answer)) throw unreadable('payment intent');
  const state = stateOfCharge(answer);
  return {
    payment: {
      id: answer.id,
      state,
      isUnderWay: answer.status === 'processing' || answer.status === 'requires_capture',
      money: {
        minor: state === 'paid' ? answer.amount_received : answer.amount,
        currency: answer.currency.toUpperCase(),
      },
      ...shared(answer),
      ...payerOf(answer),
      payPage: state === 'open' ? bankPageOf(answer) : null,
      mandate: answer.payment_method,
    },
    intent: answer.id,
    isPaid: state === 'paid',
    isReturned: isReturned(answer),
  };
}

/** The metadata key that says how a payment intent was created. */
export const originKey = 'origin';

/** True if a stored means of payment was charged without a session. */
export function isDirect(answer: unknown): boolean {
  return ((answer as StripeIntent | null)?.metadata as Record<string, unknown> | null)?.[originKey] === 'stored';
}

function stateOfSession({ status, payment_intent: intent }: StripeSession): ProviderPayment['state'] {
  if (intent?.status === 'succeeded') return 'paid';
  if (status === 'expired') return 'failed';
  // After a declined card, the buyer can try again as long as the session is open.
  const hasEnded = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return status === 'complete' && hasEnded ? 'failed' : 'open';
}

/** The state of a charge without a session: it can be confirmed only on the page of the buyer's bank. */
function stateOfCharge(intent: StripeIntent): ProviderPayment['state'] {
  const { status } = intent;
  if (status === 'succeeded') return 'paid';
  const isOpen = status === 'processing' || status === 'requires_capture' || bankPageOf(intent) !== null;
  return isOpen ? 'open' : 'failed';
}

function bankPageOf({ status, next_action: next }: StripeIntent): string | null {
  const url = next?.redirect_to_url?.url ?? null;
  return status === 'requires_action' && url !== null ? readPage(url) : null;
}

// A key gives access to one account only, so there is one profile.
function shared(answer: Pick<StripeIntent, 'livemode' | 'metadata' | 'created'>) {
  return {
    mode: answer.livemode ? 'live' : 'test',
    profile: 'account',
    reference: readReference(answer.metadata),
    createdAt: answer.created === undefined ? null : new Date(answer.created * 1_000),
    refundedMinor: 0,
    chargedBackMinor: 0,
    reversals: [],
    // Stripe tells only four digits of an account, which many accounts share.
    account: null,
    transfer: null,
  } as const;
}

function payerOf(intent: StripeIntent | null): Pick<ProviderPayment, 'fingerprint' | 'payerCountry'> {
  const charge = intent?.latest_charge;
  const details = typeof charge === 'object' ? charge?.payment_method_details : null;
  const { card, sepa_debit: debit, ideal, bancontact } = details ?? {};
  const country = card?.country ?? debit?.country ?? (ideal ?? bancontact)?.bic?.slice(4, 6) ?? '';
  return { fingerprint: card?.fingerprint ?? null, payerCountry: /^[A-Z]{2}$/.test(country) ? country : null };
}

function isReturned(intent: StripeIntent | null): boolean {
  const charge = intent?.latest_charge;
  return typeof charge === 'object' && charge !== null && (charge.disputed || charge.amount_refunded > 0);
}

export function readRefund(answer: unknown, currency: string): ProviderReversal {
  const { refund } = shapes;
  if (!refund.Check(answer)) throw unreadable('refund');
  if (answer.currency.toUpperCase() !== currency) throw unreadable('amount');
  const undone = answer.status === 'failed' || answer.status === 'canceled';
  return { id: answer.id, kind: 'refund', minor: answer.amount, undone };
}

/**
 * Reads a dispute of a payment; null for a bank's inquiry, which moves no money. A dispute in another currency does not
 * say which part of the payment it is about, so it counts as the whole: no loss is missing from the books.
 */
export function readDispute(answer: unknown, of: Money): ProviderReversal | null {
  const { dispute } = shapes;
  if (!dispute.Check(answer)) throw unreadable('dispute');
  if (answer.status.startsWith('warning_')) return null;
  const undone = answer.status === 'won' || answer.status === 'prevented';
  const minor = answer.currency.toUpperCase() === of.currency ? answer.amount : of.minor;
  return { id: answer.id, kind: 'chargeback', minor, undone };
}

export function readMandate(answer: unknown): ProviderMandate {
  const shape = shapes['payment method'];
  if (!shape.Check(answer)) throw unreadable('payment method');
  const { card, sepa_debit: debit } = answer;
  return {
    id: answer.id,
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
export function readSetup(answer: unknown): ProviderMandate {
  const shape = shapes['setup intent'];
  if (!shape.Check(answer)) throw unreadable('setup intent');
  if (answer.status === 'succeeded') return readMandate(answer.payment_method);
  if (answer.status === 'processing') return { ...readMandate(answer.payment_method), state: 'pending' };
  throw new ProviderFault('refused', `the setup is ${answer.status}`);
}

export function readCustomer(answer: unknown): string {
  if (!shapes.customer.Check(answer)) throw unreadable('customer');
  return answer.id;
}

function readReference(metadata: unknown): PaymentReference | null {
  return shapes.reference.Check(metadata) ? { memberId: metadata.member_id, paymentId: metadata.payment_id } : null;
}

// The browser is redirected to this page, so only a web address is accepted.
function readPage(href: string | null | undefined): string {
  const url = href && URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw unreadable('pay page');
  return url.href;
}

export function unreadable(part: string): ProviderFault {
  return new ProviderFault('unknown', `the answer has no readable ${part}`);
}
