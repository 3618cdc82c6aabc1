import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../shared/api-error.ts';
import { pageLanguage, renderMissingPage, renderPayPage, styleHash } from './pay-page-html.ts';
import { getPayment, isUnderWay, notify, offeredMethods, setStatus } from './payments.ts';
import { createChargeback, reverseChargeback } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';
import type { PaymentStatus, StoredPayment } from './types.ts';

/** The values that the buttons post as `action`. */
export const payPageActions = ['pay', 'fail', 'cancel', 'open', 'chargeback', 'reverse'] as const;
type Action = (typeof payPageActions)[number];

const endings = { pay: 'paid', fail: 'failed', cancel: 'canceled' } as const satisfies Partial<
  Record<Action, PaymentStatus>
>;

type OnePayment = { Params: { id: string } };
type Choices = { method?: string; card?: string };
type Press = OnePayment & { Body: ({ action?: string } & Choices) | undefined };

export function sendPage(reply: FastifyReply, status: number, html: string) {
  return reply
    .code(status)
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

function sendMissing(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
  return sendPage(reply, 404, renderMissingPage(pageLanguage(null, request.headers['accept-language'])));
}

/** Applies an action. A button pressed twice, or on an outdated page, changes nothing. */
async function end(sandbox: Sandbox, payment: StoredPayment, action: keyof typeof endings, { method, card }: Choices) {
  if (!isUnderWay(payment)) return;
  if (action === 'pay') payment.method ??= offeredMethods(payment).find(({ id }) => id === method)?.id ?? null;
  setStatus(sandbox, payment, endings[action], card);
  await sandbox.store.flush();
  notify(sandbox, payment);
}

async function act(sandbox: Sandbox, payment: StoredPayment, action: Action, choice: Choices): Promise<string> {
  if (action === 'chargeback') {
    createChargeback(sandbox, payment, undefined);
    await sandbox.store.flush();
    notify(sandbox, payment);
    // Relative, because a site may serve the page under a path of its own.
    return payment.id;
  }
  if (action === 'reverse') {
    for (const chargeback of payment.chargebacks) reverseChargeback(sandbox, chargeback);
    await sandbox.store.flush();
    notify(sandbox, payment);
    return payment.id;
  }
  if (action !== 'open') await end(sandbox, payment, action, choice);
  const back = payment.redirectUrl ?? payment.id;
  return payment.status === 'canceled' ? (payment.cancelUrl ?? back) : back;
}

/** `GET` and `POST /pay/{id}`: the page where the buyer chooses the result of the payment. */
export function addPayPageRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<OnePayment>('/pay/:id', (request, reply) => {
    try {
      const payment = getPayment(sandbox, request.params.id);
      const language = pageLanguage(payment.locale, request.headers['accept-language']);
      return sendPage(reply, 200, renderPayPage(payment, language));
    } catch (error) {
      return sendMissing(request, reply, error);
    }
  });

  app.post<Press>('/pay/:id', async (request, reply) => {
    const action = payPageActions.find((candidate) => candidate === request.body?.action);
    if (!action) throw new ApiError(400, 'The form needs an action.', 'action');
    try {
      const payment = getPayment(sandbox, request.params.id);
      return reply.redirect(await act(sandbox, payment, action, request.body ?? {}), 303);
    } catch (error) {
      return sendMissing(request, reply, error);
    }
  });
}
