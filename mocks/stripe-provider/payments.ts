import { chooseCard } from '../payment-provider/cards.ts';
import type { PaymentStatus } from '../shared/payments.ts';
import { emit, listOutcomeEvents } from './events.ts';
import { buildMissingError } from './errors.ts';
import {
  add,
  findObject,
  type DeclinedCard,
  type Sandbox,
  type StoredCharge,
  type StoredIntent,
  type StoredMethod,
  type StoredPayment,
  type StoredSession,
} from './types.ts';

const seconds = (sandbox: Sandbox) => Math.floor(sandbox.now() / 1000);

export function findPayment(sandbox: Sandbox, id: string): StoredPayment | undefined {
  const found = findObject(sandbox.store, 'checkout.session', id) ?? findObject(sandbox.store, 'payment_intent', id);
  if (found) expireIfDue(sandbox, found);
  return found;
}

export function getPayment(sandbox: Sandbox, id: string): StoredPayment {
  const found = findPayment(sandbox, id);
  if (!found) throw buildMissingError('payment', id);
  return found;
}

/** Returns the intent behind a payment. A session has an intent once the buyer has paid. */
export function findIntent(sandbox: Sandbox, payment: StoredPayment): StoredIntent | undefined {
  return payment.object === 'payment_intent'
    ? payment
    : findObject(sandbox.store, 'payment_intent', payment.payment_intent);
}

function storeCard(sandbox: Sandbox, customer: string | null, cardId?: string): StoredMethod {
  const { label, number, fingerprint, expiry, failure, mandate } = chooseCard(cardId);
  return add(sandbox, 'pm', {
    object: 'payment_method',
    livemode: false,
    metadata: {},
    type: 'card',
    customer,
    billing_details: { name: 'Sandbox Buyer', email: null },
    card: {
      brand: label === 'American Express' ? 'amex' : label.toLowerCase(),
      last4: number,
      exp_month: Number(expiry.slice(5, 7)),
      exp_year: Number(expiry.slice(0, 4)),
      fingerprint,
      funding: 'credit',
      country: 'NL',
    },
    sandbox: { failure: mandate === 'pending' ? 'authentication_required' : failure },
  });
}

export function newIntent(
  sandbox: Sandbox,
  fields: Pick<
    StoredIntent,
    'amount' | 'currency' | 'customer' | 'description' | 'livemode' | 'metadata' | 'payment_method_types'
  > &
    Partial<StoredIntent>,
): StoredIntent {
  return add(sandbox, 'pi', {
    object: 'payment_intent',
    amount_received: 0,
    canceled_at: null,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    setup_future_usage: null,
    status: 'requires_payment_method',
    latest_charge: null,
    payment_method: null,
    last_payment_error: null,
    sandbox: { settlesAt: null, failure: null, returnUrl: null },
    ...fields,
  });
}

/** Returns the intent of a session, creating it when the buyer pays. A session that was set back keeps its intent. */
function intentFor(sandbox: Sandbox, session: StoredSession, cardId?: string): StoredIntent {
  const known = findObject(sandbox.store, 'payment_intent', session.sandbox.intent);
  const method = session.allowed_payment_method_types?.[0] ?? 'card';
  const { description, intentMetadata: metadata, futureUsage } = session.sandbox;
  const intent =
    known ??
    newIntent(sandbox, {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'eur',
      customer: session.customer,
      description,
      livemode: session.livemode,
      metadata,
      payment_method_types: [method],
      setup_future_usage: futureUsage,
    });
  if (method === 'card' && (cardId !== undefined || intent.payment_method === null))
    intent.payment_method = storeCard(sandbox, futureUsage && session.customer, cardId).id;
  intent.amount = session.amount_total ?? 0;
  intent.currency = session.currency ?? 'eur';
  session.sandbox.intent = intent.id;
  session.payment_intent = intent.id;
  return intent;
}

function chargeFor(sandbox: Sandbox, intent: StoredIntent): StoredCharge {
  const known = findObject(sandbox.store, 'charge', intent.latest_charge);
  const method = findObject(sandbox.store, 'payment_method', intent.payment_method);
  const { amount, currency } = intent;
  if (known) return Object.assign(known, { amount, amount_captured: amount, currency });
  const charge = add(sandbox, 'ch', {
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    captured: true,
    currency,
    description: intent.description,
    disputed: false,
    livemode: intent.livemode,
    metadata: intent.metadata,
    paid: true,
    refunded: false,
    status: 'succeeded',
    customer: intent.customer,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    payment_method_details: {
      type: intent.payment_method_types[0] ?? 'card',
      ...(method?.card && { card: method.card }),
      ...(method?.sepa_debit && { sepa_debit: method.sepa_debit }),
      ...(intent.payment_method_types[0] === 'ideal' && { ideal: { bank: 'abn_amro', bic: 'ABNANL2A' } }),
    },
  });
  intent.latest_charge = charge.id;
  return charge;
}

function setIntent(sandbox: Sandbox, intent: StoredIntent, status: StoredIntent['status']): void {
  intent.status = status;
  intent.amount_received = 0;
  if (status !== 'requires_payment_method') intent.last_payment_error = null;
  intent.canceled_at = status === 'canceled' ? seconds(sandbox) : null;
  if (status !== 'processing') intent.sandbox.settlesAt = null;
  if (status === 'succeeded') intent.amount_received = chargeFor(sandbox, intent).amount;
}

const intentStatuses: Readonly<Record<PaymentStatus, StoredIntent['status']>> = {
  open: 'processing',
  pending: 'processing',
  authorized: 'processing',
  paid: 'succeeded',
  failed: 'requires_payment_method',
  canceled: 'canceled',
  expired: 'canceled',
};

/** Sets the status of a payment. `card` is the test card that pays (default: a new one). */
export function setStatus(sandbox: Sandbox, payment: StoredPayment, status: PaymentStatus, card?: string): void {
  if (payment.object === 'payment_intent') setIntent(sandbox, payment, intentStatuses[status]);
  else setSession(sandbox, payment, status, card);
  sandbox.store.touch();
}

function setSession(sandbox: Sandbox, session: StoredSession, status: PaymentStatus, card?: string): void {
  session.payment_status = status === 'paid' ? 'paid' : 'unpaid';
  if (status === 'open' || status === 'canceled' || status === 'expired') {
    session.status = status === 'open' ? 'open' : 'expired';
    session.payment_intent = null;
    return;
  }
  if (status === 'failed' && !isDelayed(session)) {
    // The page stays open after a declined card, so the payment fails only when the session expires.
    setIntent(sandbox, intentFor(sandbox, session, card), 'canceled');
    session.status = 'expired';
    return;
  }
  session.status = 'complete';
  setIntent(sandbox, intentFor(sandbox, session, card), intentStatuses[status]);
}

/** True if the bank answers only after days, so that the session is complete before it is paid. */
export function isDelayed({ allowed_payment_method_types: methods }: StoredSession): boolean {
  return methods?.[0] === 'sepa_debit';
}

/** Declines the buyer's payment instrument on the page, which stays open for another attempt. */
export function decline(sandbox: Sandbox, session: StoredSession): void {
  const intent = intentFor(sandbox, session);
  setIntent(sandbox, intent, 'requires_payment_method');
  intent.payment_method = null;
  intent.last_payment_error = buildDecline('generic_decline');
  sandbox.store.touch();
}

export function buildDecline(failure: string): DeclinedCard {
  const codes: Readonly<Record<string, string>> = {
    authentication_required: 'authentication_required',
    card_expired: 'expired_card',
  };
  const code = codes[failure] ?? 'card_declined';
  const reason = code === 'card_declined' ? failure : code;
  return { type: 'card_error', code, decline_code: reason, message: 'Your card was declined.' };
}

export function deriveStatus(sandbox: Sandbox, payment: StoredPayment): PaymentStatus {
  if (payment.object === 'checkout.session') {
    if (payment.status === 'expired') return 'expired';
    if (payment.status === 'open') return 'open';
  }
  const status = findIntent(sandbox, payment)?.status;
  if (status === 'succeeded') return 'paid';
  if (status === 'canceled') return 'canceled';
  if (status === 'requires_action') return 'open';
  return status === 'processing' ? 'pending' : 'failed';
}

export function expireIfDue(sandbox: Sandbox, payment: StoredPayment): void {
  if (payment.object !== 'checkout.session' || payment.status !== 'open') return;
  if (payment.expires_at * 1000 > sandbox.now()) return;
  setStatus(sandbox, payment, 'expired');
  notify(sandbox, payment);
}

/** Collects a direct debit that is due, or returns it, and sends an event. */
export function settleIfDue(sandbox: Sandbox, intent: StoredIntent): void {
  const { settlesAt, failure } = intent.sandbox;
  if (settlesAt === null || settlesAt > sandbox.now()) return;
  const session = [...sandbox.store.objects.values()].find(
    (object) => object.object === 'checkout.session' && object.payment_intent === intent.id,
  ) as StoredSession | undefined;
  setStatus(sandbox, session ?? intent, failure === null ? 'paid' : 'failed');
  notify(sandbox, session ?? intent, true);
}

export function notify(sandbox: Sandbox, payment: StoredPayment, late = false): void {
  for (const [type, object] of listOutcomeEvents(sandbox, payment, late)) void emit(sandbox, type, object);
}
