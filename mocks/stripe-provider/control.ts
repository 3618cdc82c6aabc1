import type { FastifyInstance } from 'fastify';
import { addToolControl, onlyFromHere, readChoice, readTelling } from '../shared/control-tools.ts';
import { toMinor } from '../shared/money.ts';
import { paymentStatuses } from '../payment-provider/types.ts';
import type { Fields } from '../shared/fields.ts';
import { readAmount, readFields } from '../shared/fields.ts';
import { missing } from './errors.ts';
import { stripeSwitches } from './methods.data.ts';
import { emit, listOutcomeEvents } from './events.ts';
import { createDispute, createRefund, eventOfDispute, notifyRefund, setDispute, setRefund } from './money-back.ts';
import { getPayment, findIntent, setStatus, deriveStatus } from './payments.ts';
import { present } from './present.ts';
import { findObject } from './store.ts';
import type { Sandbox, StoredDispute, StoredObject, StoredPayment } from './types.ts';

type One = { Params: { id: string } };

const disputeStatuses = [
  'warning_needs_response',
  'warning_closed',
  'needs_response',
  'under_review',
  'prevented',
  'won',
  'lost',
] as const;

/** Maps the status names that all sandboxes share to Stripe's refund statuses. */
const refundStatuses = { pending: 'pending', refunded: 'succeeded', failed: 'failed', canceled: 'canceled' } as const;

const readMinor = (fields: Fields) => (fields['amount'] === undefined ? null : toMinor(readAmount(fields['amount'])));

const textIn = (fields: Fields, name: string) => {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
};

/** Overwrites fields of a payment, to test receivers against wrong responses. */
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

async function changePayment(sandbox: Sandbox, id: string, body: unknown) {
  const payment = getPayment(sandbox, id);
  const fields = readFields(body);
  const { plan, times, delay } = readTelling(fields);
  const before = deriveStatus(sandbox, payment);
  const status = fields['status'] === undefined ? before : readChoice(fields['status'], 'status', paymentStatuses);
  overwrite(sandbox, payment, fields);
  setStatus(sandbox, payment, status, textIn(fields, 'card'));
  await sandbox.store.flush();
  // Sends only the last event, if any, because it is the most specific.
  const [type] = listOutcomeEvents(sandbox, payment).at(-1) ?? [];
  const named = textIn(plan, 'type') ?? type;
  const sending = named === undefined ? [] : emit(sandbox, named, payment, times, delay);
  const webhooks = fields['await'] === true ? { delivered: await sending } : {};
  return { ...present(sandbox, payment, ['payment_intent']), webhooks: { scheduled: times, ...webhooks } };
}

/** Sends the event of a dispute. `type` overrides the name of the event. */
const notifyDispute = (sandbox: Sandbox, dispute: StoredDispute, type = eventOfDispute(dispute)) =>
  emit(sandbox, type, dispute);

function addMoneyBack(control: FastifyInstance, sandbox: Sandbox): void {
  control.post<One>('/control/payments/:id/refund', async (request, reply) => {
    const amount = readMinor(readFields(request.body));
    const refund = createRefund(sandbox, getPayment(sandbox, request.params.id), { amount, metadata: {} });
    await sandbox.store.flush();
    void notifyRefund(sandbox, refund, 'created');
    return reply.code(201).send(present(sandbox, refund));
  });
  control.put<{ Params: { id: string; refund: string } }>(
    '/control/payments/:id/refunds/:refund',
    async (request, reply) => {
      const names = Object.keys(refundStatuses) as (keyof typeof refundStatuses)[];
      const status = readChoice(readFields(request.body)['status'], 'status', names);
      const refund = setRefund(sandbox, request.params.refund, refundStatuses[status]);
      await sandbox.store.flush();
      void notifyRefund(sandbox, refund, 'updated');
      return reply.send(present(sandbox, refund));
    },
  );
  control.post<One>('/control/payments/:id/chargeback', async (request, reply) => {
    const fields = readFields(request.body);
    const status = readChoice(fields['status'] ?? 'needs_response', 'status', disputeStatuses);
    const dispute = createDispute(sandbox, getPayment(sandbox, request.params.id), {
      amount: readMinor(fields),
      status,
      reason: textIn(fields, 'reason') ?? 'fraudulent',
    });
    await sandbox.store.flush();
    void notifyDispute(sandbox, dispute, textIn(fields, 'type') ?? 'charge.dispute.created');
    return reply.code(201).send(present(sandbox, dispute));
  });
  control.put<One>('/control/disputes/:id', async (request, reply) => {
    const fields = readFields(request.body);
    const status = readChoice(fields['status'], 'status', disputeStatuses);
    const dispute = setDispute(sandbox, request.params.id, status);
    await sandbox.store.flush();
    const sending = notifyDispute(sandbox, dispute, textIn(fields, 'type'));
    const delivered = fields['await'] === true ? await sending : [];
    return reply.send({ ...present(sandbox, dispute), webhooks: { delivered } });
  });
  type OneDispute = { Params: { id: string; dispute: string } };
  control.post<OneDispute>('/control/payments/:id/chargebacks/:dispute/reverse', async (request, reply) => {
    const dispute = setDispute(sandbox, request.params.dispute, 'won');
    await sandbox.store.flush();
    void notifyDispute(sandbox, dispute);
    return reply.send(present(sandbox, dispute));
  });
}

/** The control API for tests, under the names of the other sandbox. It accepts only callers on the same machine. */
export function addControlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  void app.register(async (control) => {
    control.addHook('onRequest', onlyFromHere);
    control.put<One>('/control/payments/:id', (request) => changePayment(sandbox, request.params.id, request.body));
    addMoneyBack(control, sandbox);
    control.put<One>('/control/mandates/:id', async (request, reply) => {
      const method = findObject(sandbox.store, 'payment_method', request.params.id);
      if (!method) throw missing('payment_method', request.params.id);
      method.sandbox.failure = textIn(readFields(request.body), 'failure') ?? null;
      sandbox.store.touch();
      await sandbox.store.flush();
      return reply.send({ ...present(sandbox, method), failure: method.sandbox.failure });
    });
    // Stores an object that another product, or the provider, has created in the account.
    control.put<{ Body: StoredObject }>('/control/objects', async (request, reply) => {
      sandbox.store.objects.set(request.body.id, request.body);
      sandbox.store.touch();
      await sandbox.store.flush();
      return reply.send(request.body);
    });
    control.put<One>('/control/methods/:id', (request) => {
      const name = readChoice(request.params.id, 'id', stripeSwitches);
      const isOn = readFields(request.body)['available'] === true;
      if (isOn) sandbox.switchedOff.delete(name);
      else sandbox.switchedOff.add(name);
      return { id: name, available: isOn };
    });
    addToolControl(control, sandbox);
  });
}
