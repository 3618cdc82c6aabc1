import type { FastifyInstance } from 'fastify';
import { ApiError } from '../shared/api-error.ts';
import { fromMinor } from '../shared/money.ts';
import { payPageActions, sendPage } from '../payment-provider/pay-page.ts';
import { pageLanguage, renderMissingPage, renderPayPage } from '../payment-provider/pay-page-html.ts';
import type { StoredPayment as Shown } from '../payment-provider/types.ts';
import { emit } from './events.ts';
import { type Fields, textOf } from './form.ts';
import { stripeNames } from './methods.data.ts';
import { createDispute, disputesOf, eventOfDispute, refundsOf, setDispute } from './money-back.ts';
import { expireIfDue, intentOf, notify, setStatus, statusOf } from './payments.ts';
import { findOf } from './store.ts';
import type { Sandbox, StoredSession } from './types.ts';

const collectionMilliseconds = 2 * 24 * 3600 * 1000;

/** A session as the page of all sandboxes shows a payment. */
function show(sandbox: Sandbox, session: StoredSession): Shown {
  const intent = intentOf(sandbox, session);
  const currency = (session.currency ?? 'eur').toUpperCase();
  const created = new Date(session.created * 1000).toISOString();
  const money = (minor: number) => fromMinor(minor, currency);
  return {
    id: session.id,
    mode: 'test',
    profileId: '',
    createdAt: created,
    expiresAt: created,
    status: statusOf(sandbox, session),
    moment: {},
    amount: money(session.amount_total ?? 0),
    description: session.sandbox.description,
    redirectUrl: session.success_url,
    cancelUrl: session.cancel_url,
    webhookUrl: null,
    locale: session.locale,
    method: stripeNames.get(session.allowed_payment_method_types?.[0] ?? 'card') ?? null,
    offeredMethods: [],
    metadata: null,
    sequenceType: 'oneoff',
    customerId: null,
    mandateId: null,
    details: null,
    plan: [],
    refunds: (intent ? refundsOf(sandbox, intent) : []).map(({ id, amount, status }) => ({
      id,
      amount: money(amount),
      description: '',
      metadata: null,
      status: status === 'failed' || status === 'canceled' ? 'failed' : 'refunded',
      createdAt: created,
    })),
    chargebacks: (intent ? disputesOf(sandbox, intent) : []).map(({ id, amount, status }) => ({
      id,
      amount: money(amount),
      createdAt: created,
      reversedAt: status === 'won' || status === 'prevented' || status.startsWith('warning_') ? created : null,
      reason: null,
    })),
  };
}

/** Applies a button. One pressed twice, or on an outdated page, changes nothing. Returns where the buyer goes. */
async function act(sandbox: Sandbox, session: StoredSession, action: string, card?: string): Promise<string> {
  const intent = intentOf(sandbox, session);
  if (action === 'chargeback') {
    const dispute = createDispute(sandbox, session, { amount: null, status: 'needs_response', reason: 'fraudulent' });
    await sandbox.store.flush();
    void emit(sandbox, eventOfDispute(dispute), dispute);
    return session.id;
  }
  if (action === 'reverse') {
    for (const { id } of intent ? disputesOf(sandbox, intent) : []) {
      const dispute = setDispute(sandbox, id, 'won');
      void emit(sandbox, eventOfDispute(dispute), dispute);
    }
    await sandbox.store.flush();
    return session.id;
  }
  if (session.status === 'open' && action !== 'open') {
    if (action === 'pay') pay(sandbox, session, card);
    // The provider's own page lets the buyer go back, or try again, while the session stays open; here it ends.
    else setStatus(sandbox, session, action === 'cancel' ? 'canceled' : 'failed');
    await sandbox.store.flush();
    notify(sandbox, session);
  }
  return (action === 'cancel' ? session.cancel_url : session.success_url) ?? session.id;
}

/** A direct debit takes two days, everything else is paid at once. */
function pay(sandbox: Sandbox, session: StoredSession, card?: string): void {
  const isDebit = session.allowed_payment_method_types?.[0] === 'sepa_debit';
  setStatus(sandbox, session, isDebit ? 'pending' : 'paid', card);
  const intent = intentOf(sandbox, session);
  if (isDebit && intent) intent.sandbox = { settlesAt: sandbox.now() + collectionMilliseconds, failure: null };
}

/** `GET` and `POST /pay/{id}`: the page where the buyer chooses the result of the payment. */
export function addPayPageRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const find = (id: string) => {
    const session = findOf(sandbox.store, 'checkout.session', id);
    if (session) expireIfDue(sandbox, session);
    return session;
  };

  app.get<{ Params: { id: string } }>('/pay/:id', (request, reply) => {
    const session = find(request.params.id);
    const language = pageLanguage(session?.locale ?? null, request.headers['accept-language']);
    if (!session) return sendPage(reply, 404, renderMissingPage(language));
    return sendPage(reply, 200, renderPayPage(show(sandbox, session), language));
  });

  app.post<{ Params: { id: string }; Body: Fields | undefined }>('/pay/:id', async (request, reply) => {
    const action = payPageActions.find((candidate) => candidate === request.body?.['action']);
    if (!action) throw new ApiError(400, 'The form needs an action.', 'action');
    const session = find(request.params.id);
    if (!session)
      return sendPage(reply, 404, renderMissingPage(pageLanguage(null, request.headers['accept-language'])));
    return reply.redirect(await act(sandbox, session, action, textOf(request.body?.['card']) ?? undefined), 303);
  });
}
