import type { FastifyInstance } from 'fastify';
import {
  addToolControl,
  highestDays,
  onlyFromHere,
  readChoice,
  readCount,
  readTelling,
} from '../shared/control-tools.ts';
import { ApiError } from '../shared/api-error.ts';
import { halJson } from './errors.ts';
import { getPayment, notify, setStatus } from './payments.ts';
import { bankReason, planStep } from './plan.ts';
import { presentChargeback, presentMandate, presentPayment, presentRefund } from './present.ts';
import { createChargeback, createRefund, getChargeback, getRefund, reverseChargeback } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';
import { mandateStatuses, paymentStatuses, refundStatuses } from './types.ts';
import type { PlannedStep, StoredPayment } from './types.ts';
import { readAmount, readFields } from '../shared/fields.ts';
import type { Fields } from '../shared/fields.ts';

type OnePayment = { Params: { id: string } };

/** Overwrites fields of a payment, to test receivers against wrong responses. */
function overwrite(payment: StoredPayment, fields: Fields): void {
  if (fields['amount'] !== undefined) payment.amount = readAmount(fields['amount']);
  if (fields['mode'] !== undefined) payment.mode = readChoice(fields['mode'], 'mode', ['test', 'live']);
  if (typeof fields['profileId'] === 'string') payment.profileId = fields['profileId'];
  if (fields['metadata'] !== undefined) payment.metadata = fields['metadata'];
}

const plannedStatuses = [...paymentStatuses, 'chargeback'] as const;

function readStep(sandbox: Sandbox, { days, status, reason }: Fields): PlannedStep {
  const after = readCount(days, 'plan.days', 0, highestDays);
  const code = typeof reason === 'string' ? reason : null;
  return planStep(sandbox, after, readChoice(status, 'plan.status', plannedStatuses), code);
}

async function changePayment(sandbox: Sandbox, id: string, body: unknown) {
  const payment = getPayment(sandbox, id);
  const fields = readFields(body);
  const { times, delay } = readTelling(fields);
  const status =
    fields['status'] === undefined ? payment.status : readChoice(fields['status'], 'status', paymentStatuses);
  overwrite(payment, fields);
  const means = fields['card'] ?? fields['account'];
  setStatus(sandbox, payment, status, typeof means === 'string' ? means : undefined);
  if (Array.isArray(fields['plan'])) payment.plan = fields['plan'].map((step) => readStep(sandbox, readFields(step)));
  await sandbox.store.flush();
  const scheduled = payment.webhookUrl === null ? 0 : times;
  const sending =
    payment.webhookUrl === null ? [] : sandbox.webhooks.send(payment.id, payment.webhookUrl, times, delay);
  const webhooks = fields['await'] === true ? { scheduled, delivered: await sending } : { scheduled };
  return { ...presentPayment(sandbox, payment), webhooks };
}

function addMoneyBack(app: FastifyInstance, sandbox: Sandbox): void {
  app.post<OnePayment>('/control/payments/:id/chargeback', async (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    const { reason } = readFields(request.body);
    const why = typeof reason === 'string' ? bankReason(reason) : null;
    const chargeback = createChargeback(sandbox, payment, request.body, why);
    await sandbox.store.flush();
    notify(sandbox, payment);
    return reply
      .code(201)
      .type(halJson)
      .send(presentChargeback(sandbox, payment, chargeback));
  });

  app.post<OnePayment>('/control/payments/:id/refund', async (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    const refund = createRefund(sandbox, payment, request.body, 'refunded');
    await sandbox.store.flush();
    notify(sandbox, payment);
    return reply
      .code(201)
      .type(halJson)
      .send(presentRefund(sandbox, payment, refund));
  });

  type OneChargeback = { Params: { id: string; chargebackId: string } };
  app.post<OneChargeback>('/control/payments/:id/chargebacks/:chargebackId/reverse', async (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    const chargeback = getChargeback(payment, request.params.chargebackId);
    reverseChargeback(sandbox, chargeback);
    await sandbox.store.flush();
    notify(sandbox, payment);
    return reply.type(halJson).send(presentChargeback(sandbox, payment, chargeback));
  });

  type OneRefund = { Params: { id: string; refundId: string } };
  app.put<OneRefund>('/control/payments/:id/refunds/:refundId', async (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    const refund = getRefund(payment, request.params.refundId);
    refund.status = readChoice(readFields(request.body)['status'], 'status', refundStatuses);
    sandbox.store.touch();
    await sandbox.store.flush();
    notify(sandbox, payment);
    return reply.type(halJson).send(presentRefund(sandbox, payment, refund));
  });
}

function addMandateControl(app: FastifyInstance, sandbox: Sandbox): void {
  app.put<{ Params: { id: string } }>('/control/mandates/:id', async (request, reply) => {
    const mandate = sandbox.store.mandates.get(request.params.id);
    if (!mandate) throw new ApiError(404, `No mandate exists with token ${request.params.id}.`);
    const { status, failure, expiry } = readFields(request.body);
    if (status !== undefined) mandate.status = readChoice(status, 'status', mandateStatuses);
    if (typeof expiry === 'string') mandate.details = { ...mandate.details, cardExpiryDate: expiry };
    if (failure !== undefined) mandate.failure = typeof failure === 'string' ? failure : null;
    sandbox.store.touch();
    await sandbox.store.flush();
    return reply.type(halJson).send({ ...presentMandate(sandbox, mandate), failure: mandate.failure });
  });
}

/** The control API for tests. It accepts only callers on the same machine. */
export function addControlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  void app.register(async (control) => {
    control.addHook('onRequest', onlyFromHere);
    control.put<OnePayment>('/control/payments/:id', async (request, reply) =>
      reply.type(halJson).send(await changePayment(sandbox, request.params.id, request.body)),
    );

    addMoneyBack(control, sandbox);
    addMandateControl(control, sandbox);
    addToolControl(control, sandbox);
  });
}
