import type { FastifyInstance } from 'fastify';
import { halJson } from './errors.ts';
import { onceByKey } from './idempotency.ts';
import { getPayment, notify } from './payments.ts';
import { presentChargeback, presentList, presentRefund } from './present.ts';
import { cancelRefund, createRefund, getChargeback, getRefund, settleRefunds } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';

type OnePayment = { Params: { id: string } };
type OneChargeback = { Params: { id: string; chargebackId: string } };
type OneRefund = { Params: { id: string; refundId: string } };

/** `/v2/payments/{id}/refunds` and `/v2/payments/{id}/chargebacks`. */
export function addRefundRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post<OnePayment>('/v2/payments/:id/refunds', async (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    const before = payment.refunds.length;
    const id = onceByKey(sandbox, request, () => createRefund(sandbox, payment, request.body, 'pending'));
    await sandbox.store.flush();
    if (payment.refunds.length > before) notify(sandbox, payment);
    return reply
      .code(201)
      .type(halJson)
      .send(presentRefund(sandbox, payment, getRefund(payment, id)));
  });

  app.get<OnePayment>('/v2/payments/:id/refunds', (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    settleRefunds(sandbox, payment);
    const refunds = payment.refunds.toReversed().map((refund) => presentRefund(sandbox, payment, refund));
    return reply.type(halJson).send(presentList(`${sandbox.address}${request.url}`, 'refunds', refunds));
  });

  app.get<OneRefund>('/v2/payments/:id/refunds/:refundId', (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    settleRefunds(sandbox, payment);
    return reply.type(halJson).send(presentRefund(sandbox, payment, getRefund(payment, request.params.refundId)));
  });

  app.delete<OneRefund>('/v2/payments/:id/refunds/:refundId', async (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    settleRefunds(sandbox, payment);
    cancelRefund(sandbox, payment, request.params.refundId);
    await sandbox.store.flush();
    notify(sandbox, payment);
    return reply.code(204).send();
  });

  app.get<OneChargeback>('/v2/payments/:id/chargebacks/:chargebackId', (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    const chargeback = getChargeback(payment, request.params.chargebackId);
    return reply.type(halJson).send(presentChargeback(sandbox, payment, chargeback));
  });

  app.get<OnePayment>('/v2/payments/:id/chargebacks', (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    const items = payment.chargebacks.toReversed().map((chargeback) => presentChargeback(sandbox, payment, chargeback));
    return reply.type(halJson).send(presentList(`${sandbox.address}${request.url}`, 'chargebacks', items));
  });
}
