import { fromMinor, readAmount, readChoice, readFields, readText, toMinor, type Fields } from '../shared/fields.ts';
import type { SandboxPayments } from '../shared/payments.ts';
import { buildMissingError } from './errors.ts';
import { emit, listOutcomeEvents, present } from './events.ts';
import { stripeNames } from './methods.data.ts';
import {
  createDispute,
  createRefund,
  eventOfDispute,
  listDisputes,
  listRefunds,
  notifyRefund,
  setDispute,
  setRefund,
  sumDisputed,
} from './money-back.ts';
import {
  decline,
  buildDecline,
  deriveStatus,
  findIntent,
  findPayment,
  isDelayed,
  notify,
  setStatus,
} from './payments.ts';
import { findObject, type Sandbox, type StoredIntent, type StoredPayment, type StoredSession } from './types.ts';

export const disputeStatuses = [
  'warning_needs_response',
  'warning_closed',
  'needs_response',
  'under_review',
  'prevented',
  'won',
  'lost',
] as const;

const refundStatuses = { pending: 'pending', refunded: 'succeeded', failed: 'failed', canceled: 'canceled' } as const;

const collectionMilliseconds = 2 * 24 * 3600 * 1000;

const readMinor = ({ amount }: Fields) => (amount === undefined ? null : toMinor(readAmount(amount)));

function showKind(payment: StoredPayment) {
  if (payment.object === 'payment_intent') {
    // The page of an intent stands for the bank, which asks a buyer who is present.
    const { returnUrl } = payment.sandbox;
    const facts = { minor: payment.amount, method: 'creditcard', takesCard: false };
    return { ...facts, description: payment.description ?? '', redirectUrl: returnUrl, hasPage: returnUrl !== null };
  }
  const method = stripeNames.get(payment.allowed_payment_method_types?.[0] ?? 'card') ?? null;
  return {
    minor: payment.amount_total ?? 0,
    method,
    takesCard: method === 'creditcard',
    description: payment.sandbox.description,
    redirectUrl: payment.success_url,
    hasPage: true,
  };
}

function overwrite(sandbox: Sandbox, payment: StoredPayment, fields: Fields): void {
  const both = [payment, findIntent(sandbox, payment)].filter((object) => object !== undefined);
  for (const object of both) {
    if (fields['amount'] !== undefined) {
      const amount = readAmount(fields['amount']);
      object.currency = amount.currency.toLowerCase();
      if (object.object === 'payment_intent') object.amount = toMinor(amount);
      else object.amount_total = toMinor(amount);
    }
    if (fields['mode'] !== undefined) object.livemode = readChoice(fields['mode'], 'mode', ['test', 'live']) === 'live';
    if (fields['metadata'] !== undefined) object.metadata = readFields(fields['metadata']) as Record<string, string>;
  }
}

function pay(sandbox: Sandbox, session: StoredSession, card?: string): void {
  setStatus(sandbox, session, isDelayed(session) ? 'pending' : 'paid', card);
  const intent = findIntent(sandbox, session);
  if (isDelayed(session) && intent) intent.sandbox.settlesAt = sandbox.now() + collectionMilliseconds;
}

/** Applies the buyer's answer to the bank about a charge of a stored card. Returns the buyer's next URL. */
function answerBank(sandbox: Sandbox, intent: StoredIntent, choice: string): string {
  if (intent.status === 'requires_action' && choice !== 'open') {
    setStatus(sandbox, intent, choice === 'pay' ? 'paid' : 'failed');
    if (choice !== 'pay') {
      intent.payment_method = null;
      intent.last_payment_error = buildDecline('authentication_required');
    }
    notify(sandbox, intent);
  }
  const back = new URL(intent.sandbox.returnUrl ?? sandbox.address);
  back.searchParams.set('payment_intent', intent.id);
  back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return back.href;
}

export function openPayments(sandbox: Sandbox): SandboxPayments<StoredPayment> {
  return {
    find: (id) => findPayment(sandbox, id),
    show: (payment) => {
      const intent = findIntent(sandbox, payment);
      const charge = findObject(sandbox.store, 'charge', intent?.latest_charge ?? null);
      const { minor, ...facts } = showKind(payment);
      return {
        ...facts,
        id: payment.id,
        amount: fromMinor(minor, (payment.currency ?? 'eur').toUpperCase()),
        status: deriveStatus(sandbox, payment),
        refunded: charge?.amount_refunded ?? 0,
        chargedBack: intent ? sumDisputed(sandbox, intent) : 0,
        refunds: intent ? listRefunds(sandbox, intent).length : 0,
        account: [],
      };
    },
    present: (payment) => present(sandbox, payment, ['payment_intent']),
    choose: (payment, choice, card) => {
      if (payment.object === 'payment_intent') return answerBank(sandbox, payment, choice);
      // A buyer who goes back can return to the page while the session is open.
      if (choice === 'cancel') return payment.cancel_url ?? payment.id;
      if (payment.status === 'open' && choice !== 'open') {
        if (choice === 'pay') pay(sandbox, payment, card);
        else decline(sandbox, payment);
        notify(sandbox, payment);
      }
      return choice === 'fail' && payment.status === 'open' ? payment.id : (payment.success_url ?? payment.id);
    },
    change: (payment, status, fields) => {
      overwrite(sandbox, payment, fields);
      setStatus(sandbox, payment, status, readText(fields['card']));
    },
    tell: async (payment, { times, delay, type }) => {
      // Sends only the last event, if any, because it is the most specific.
      const [last] = listOutcomeEvents(sandbox, payment).at(-1) ?? [];
      const named = type ?? last;
      return named === undefined ? [] : emit(sandbox, named, payment, times, delay);
    },
    refund: (payment, fields) => {
      const refund = createRefund(sandbox, payment, { amount: readMinor(fields), metadata: {} });
      void notifyRefund(sandbox, refund, 'created');
      return present(sandbox, refund);
    },
    setRefund: (_payment, id, fields) => {
      const names = Object.keys(refundStatuses) as (keyof typeof refundStatuses)[];
      const refund = setRefund(sandbox, id, refundStatuses[readChoice(fields['status'], 'status', names)]);
      void notifyRefund(sandbox, refund, 'updated');
      return present(sandbox, refund);
    },
    chargeBack: (payment, fields) => {
      const status = readChoice(fields['status'] ?? 'needs_response', 'status', disputeStatuses);
      const reason = readText(fields['reason']) ?? 'fraudulent';
      const dispute = createDispute(sandbox, payment, { amount: readMinor(fields), status, reason });
      void emit(sandbox, readText(fields['type']) ?? 'charge.dispute.created', dispute);
      return present(sandbox, dispute);
    },
    reverse: (payment, id) => {
      const intent = findIntent(sandbox, payment);
      const ids = id === undefined && intent ? listDisputes(sandbox, intent).map((dispute) => dispute.id) : [id ?? ''];
      const won = ids.map((one) => setDispute(sandbox, one, 'won'));
      for (const dispute of won) void emit(sandbox, eventOfDispute(dispute), dispute);
      return won[0] && present(sandbox, won[0]);
    },
    setMandate: (id, { failure }) => {
      const method = findObject(sandbox.store, 'payment_method', id);
      if (!method) throw buildMissingError('payment_method', id);
      method.sandbox.failure = readText(failure) ?? null;
      return { ...present(sandbox, method), failure: method.sandbox.failure };
    },
  };
}
