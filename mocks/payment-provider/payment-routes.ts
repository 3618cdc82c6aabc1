import type { FastifyInstance } from 'fastify';
import { ApiError, unprocessable } from '../shared/api-error.ts';
import { halJson } from './errors.ts';
import { onceByKey } from './idempotency.ts';
import { createPayment } from './create-payment.ts';
import { expireIfDue, getPayment, isCancelable, notify, setStatus } from './payments.ts';
import { documentation } from './hal.ts';
import { presentPayment } from './present.ts';
import type { Sandbox } from './sandbox.ts';
import type { StoredPayment } from './types.ts';
import { readNewPayment } from './validate-payment.ts';

const defaultLimit = 50;
const highestLimit = 250;

type ListQuery = { from?: string; limit?: string };

function listPayments(sandbox: Sandbox, { from, limit: wanted }: ListQuery) {
  const limit = wanted === undefined ? defaultLimit : Number(wanted);
  if (!Number.isInteger(limit) || limit < 1 || limit > highestLimit) {
    throw new ApiError(400, `The limit has to be a whole number from 1 to ${highestLimit}.`, 'limit');
  }
  const newestFirst = [...sandbox.store.payments.values()].toReversed();
  const start = from === undefined ? 0 : newestFirst.findIndex(({ id }) => id === from);
  if (start === -1) throw new ApiError(400, 'No payment exists with this id.', 'from');
  const page = newestFirst.slice(start, start + limit);
  for (const payment of page) expireIfDue(sandbox, payment);
  const link = (id: string | undefined) =>
    id === undefined
      ? null
      : { href: `${sandbox.address}/v2/payments?from=${id}&limit=${limit}`, type: 'application/hal+json' };
  return {
    count: page.length,
    _embedded: { payments: page.map((payment) => presentPayment(sandbox, payment)) },
    _links: {
      self: link(page[0]?.id) ?? { href: `${sandbox.address}/v2/payments`, type: 'application/hal+json' },
      previous: start > 0 ? link(newestFirst[Math.max(0, start - limit)]?.id) : null,
      next: link(newestFirst[start + limit]?.id),
      documentation,
    },
  };
}

/** `POST`, `GET` and `DELETE /v2/payments`. */
export function addPaymentRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/v2/payments', async (request, reply) => {
    let charged: StoredPayment | undefined;
    const id = onceByKey(sandbox, request, () => {
      const made = createPayment(sandbox, readNewPayment(request.body));
      if (made.sequenceType === 'recurring') charged = made;
      return made;
    });
    await sandbox.store.flush();
    if (charged) notify(sandbox, charged);
    return reply
      .code(201)
      .type(halJson)
      .send(presentPayment(sandbox, getPayment(sandbox, id)));
  });

  app.get<{ Querystring: ListQuery }>('/v2/payments', (request, reply) =>
    reply.type(halJson).send(listPayments(sandbox, request.query)),
  );

  app.get<{ Params: { id: string } }>('/v2/payments/:id', (request, reply) =>
    reply.type(halJson).send(presentPayment(sandbox, getPayment(sandbox, request.params.id))),
  );

  app.delete<{ Params: { id: string } }>('/v2/payments/:id', async (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    if (!isCancelable(payment)) throw unprocessable('id', `The payment is ${payment.status} and cannot be canceled.`);
    setStatus(sandbox, payment, 'canceled');
    await sandbox.store.flush();
    notify(sandbox, payment);
    return reply.type(halJson).send(presentPayment(sandbox, payment));
  });
}
