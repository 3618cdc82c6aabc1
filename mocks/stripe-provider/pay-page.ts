import type { FastifyInstance } from 'fastify';
import { ApiError } from '../shared/api-error.ts';
import { fromMinor } from '../shared/money.ts';
import { payPageActions, sendPage } from '../payment-provider/pay-page.ts';
import { pageLanguage, renderMissingPage, renderPayPage } from '../payment-provider/pay-page-html.ts';
import type { StoredPayment as Shown } from '../payment-provider/types.ts';
import { emit } from './events.ts';
import { type Fields, toText } from './form.ts';
import { stripeNames } from './methods.data.ts';
import { createDispute, listDisputes, eventOfDispute, listRefunds, setDispute } from './money-back.ts';
import { decline, declined, expireIfDue, findIntent, isDelayed, notify, setStatus, deriveStatus } from './payments.ts';
import { findObject } from './store.ts';
import type { Sandbox, StoredIntent, StoredPayment, StoredSession } from './types.ts';

const collectionMilliseconds = 2 * 24 * 3600 * 1000;

/** Returns a payment in the form that the shared pay page shows. */
function show(sandbox: Sandbox, payment: StoredPayment): Shown {
  const intent = findIntent(sandbox, payment);
  const currency = (payment.currency ?? 'eur').toUpperCase();
  const created = new Date(payment.created * 1000).toISOString();
  const money = (minor: number) => fromMinor(minor, currency);
  const facts =
    payment.object === 'checkout.session'
      ? {
          amount: money(payment.amount_total ?? 0),
          description: payment.sandbox.description,
          redirectUrl: payment.success_url,
          cancelUrl: payment.cancel_url,
          locale: payment.locale,
          method: stripeNames.get(payment.allowed_payment_method_types?.[0] ?? 'card') ?? null,
          sequenceType: 'oneoff' as const,
        }
      : {
          amount: money(payment.amount),
          description: payment.description ?? '',
          redirectUrl: payment.sandbox.returnUrl,
          cancelUrl: payment.sandbox.returnUrl,
          locale: null,
          method: 'creditcard',
          sequenceType: 'recurring' as const,
        };
  return {
    ...facts,
    id: payment.id,
    mode: 'test',
    profileId: '',
    createdAt: created,
    expiresAt: created,
    status: deriveStatus(sandbox, payment),
    moment: {},
    webhookUrl: null,
    offeredMethods: [],
    metadata: null,
    customerId: null,
    mandateId: null,
    details: null,
    plan: [],
    refunds: (intent ? listRefunds(sandbox, intent) : []).map(({ id, amount, status }) => ({
      id,
      amount: money(amount),
      description: '',
      metadata: null,
      status: status === 'failed' || status === 'canceled' ? 'failed' : 'refunded',
      createdAt: created,
    })),
    chargebacks: (intent ? listDisputes(sandbox, intent) : []).map(({ id, amount, status }) => ({
      id,
      amount: money(amount),
      createdAt: created,
      reversedAt: status === 'won' || status === 'prevented' || status.startsWith('warning_') ? created : null,
      reason: null,
    })),
  };
}

/** Applies a button press. Repeated presses and outdated pages change nothing. Returns the buyer's next URL. */
async function act(sandbox: Sandbox, session: StoredSession, action: string, card?: string): Promise<string> {
  const intent = findIntent(sandbox, session);
  if (action === 'chargeback') {
    const dispute = createDispute(sandbox, session, { amount: null, status: 'needs_response', reason: 'fraudulent' });
    await sandbox.store.flush();
    void emit(sandbox, 'charge.dispute.created', dispute);
    return session.id;
  }
  if (action === 'reverse') {
    for (const { id } of intent ? listDisputes(sandbox, intent) : []) {
      const dispute = setDispute(sandbox, id, 'won');
      void emit(sandbox, eventOfDispute(dispute), dispute);
    }
    await sandbox.store.flush();
    return session.id;
  }
  // A buyer who goes back can return to the page while the session is open.
  if (action === 'cancel') return session.cancel_url ?? session.id;
  if (session.status === 'open' && action !== 'open') {
    if (action === 'pay') pay(sandbox, session, card);
    else decline(sandbox, session);
    await sandbox.store.flush();
    notify(sandbox, session);
  }
  return action === 'fail' && session.status === 'open' ? session.id : (session.success_url ?? session.id);
}

/** Pays a session. A direct debit takes two days; every other method is paid at once. */
function pay(sandbox: Sandbox, session: StoredSession, card?: string): void {
  setStatus(sandbox, session, isDelayed(session) ? 'pending' : 'paid', card);
  const intent = findIntent(sandbox, session);
  if (isDelayed(session) && intent) intent.sandbox.settlesAt = sandbox.now() + collectionMilliseconds;
}

/** Applies the buyer's answer to the bank about a charge of a stored card. Returns the buyer's next URL. */
async function answerBank(sandbox: Sandbox, intent: StoredIntent, action: string): Promise<string> {
  if (intent.status === 'requires_action' && action !== 'open') {
    setStatus(sandbox, intent, action === 'pay' ? 'paid' : 'failed');
    if (action !== 'pay') {
      intent.payment_method = null;
      intent.last_payment_error = declined('authentication_required');
    }
    await sandbox.store.flush();
    notify(sandbox, intent);
  }
  const back = new URL(intent.sandbox.returnUrl ?? sandbox.address);
  back.searchParams.set('payment_intent', intent.id);
  back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return back.href;
}

/** `GET` and `POST /pay/{id}`: the page where the buyer chooses the result of the payment. */
export function addPayPageRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const find = (id: string): StoredPayment | undefined => {
    const session = findObject(sandbox.store, 'checkout.session', id);
    if (session) expireIfDue(sandbox, session);
    const intent = findObject(sandbox.store, 'payment_intent', id);
    return session ?? (intent && intent.sandbox.returnUrl !== null ? intent : undefined);
  };
  const getLocale = (payment: StoredPayment | undefined) =>
    payment?.object === 'checkout.session' ? payment.locale : null;

  app.get<{ Params: { id: string } }>('/pay/:id', (request, reply) => {
    const payment = find(request.params.id);
    const language = pageLanguage(getLocale(payment), request.headers['accept-language']);
    if (!payment) return sendPage(reply, 404, renderMissingPage(language));
    return sendPage(reply, 200, renderPayPage(show(sandbox, payment), language));
  });

  app.post<{ Params: { id: string }; Body: Fields | undefined }>('/pay/:id', async (request, reply) => {
    const action = payPageActions.find((candidate) => candidate === request.body?.['action']);
    if (!action) throw new ApiError(400, 'The form needs an action.', 'action');
    const payment = find(request.params.id);
    if (!payment)
      return sendPage(reply, 404, renderMissingPage(pageLanguage(null, request.headers['accept-language'])));
    const next =
      payment.object === 'checkout.session'
        ? await act(sandbox, payment, action, toText(request.body?.['card']) ?? undefined)
        : await answerBank(sandbox, payment, action);
    return reply.redirect(next, 303);
  });
}
