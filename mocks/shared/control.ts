import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, readChoice, readCount, readFields, readText, toMinor } from './fields.ts';
import { faultModes, type FaultMode } from './faults.ts';
import { paymentStatuses, type SandboxPayments } from './payments.ts';
import type { BaseSandbox } from './sandbox.ts';

const slowMilliseconds = 30_000;
const highestTimes = 1000;
export const highestDays = 400;
const dayMilliseconds = 24 * 3600 * 1000;

const isLoopback = (address: string | undefined) =>
  address !== undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);

async function onlyFromHere(request: FastifyRequest): Promise<void> {
  if (!isLoopback(request.socket.remoteAddress)) throw new ApiError(403, 'Only callers on this machine may do this.');
}

/** The state of a payment, in minor units. `refunds` counts them all, including failed ones. */
export type PaymentView = { paid: boolean; minor: number; refunded: number; chargedBack: number; refunds: number };

/** Adds the control API for tests, with the same paths for every provider. It accepts only callers on this machine. */
export function addControlRoutes<Payment>(
  app: FastifyInstance,
  tools: BaseSandbox<unknown>,
  payments: SandboxPayments<Payment>,
  addOwnRoutes?: (control: FastifyInstance) => void,
): void {
  void app.register(async (control) => {
    control.addHook('onRequest', onlyFromHere);
    addPaymentControl(control, payments);
    addToolControl(control, tools);
    addOwnRoutes?.(control);
  });
}

type One = { Params: { id: string } };
type OneOf = { Params: { id: string; part: string } };

function addPaymentControl<Payment>(control: FastifyInstance, payments: SandboxPayments<Payment>): void {
  const get = (request: FastifyRequest<One>): Payment => {
    const payment = payments.find(request.params.id);
    if (payment === undefined) throw new ApiError(404, `No payment exists with token ${request.params.id}.`);
    return payment;
  };

  control.get<One>('/control/payments/:id', (request): PaymentView => {
    const { status, amount, refunded, chargedBack, refunds } = payments.show(get(request));
    return { paid: status === 'paid', minor: toMinor(amount), refunded, chargedBack, refunds };
  });
  control.put<One>('/control/payments/:id', async (request, reply) => {
    const payment = get(request);
    const fields = readFields(request.body);
    const plan = readFields(fields['webhooks']);
    const times = readCount(plan['times'], 'webhooks.times', 1, highestTimes);
    const delay = readCount(plan['delay_ms'], 'webhooks.delay_ms', 0, dayMilliseconds);
    const status = readChoice(fields['status'] ?? payments.show(payment).status, 'status', paymentStatuses);
    payments.change(payment, status, fields);
    const sending = payments.tell(payment, { times, delay, type: readText(plan['type']) });
    const delivered = fields['await'] === true ? await sending : undefined;
    return reply.send({ ...payments.present(payment), webhooks: { delivered } });
  });
  for (const [path, change] of [
    ['refund', payments.refund],
    ['chargeback', payments.chargeBack],
  ] as const)
    control.post<One>(`/control/payments/:id/${path}`, async (request, reply) =>
      reply.code(201).send(change(get(request), readFields(request.body))),
    );
  control.put<OneOf>('/control/payments/:id/refunds/:part', (request) =>
    payments.setRefund(get(request), request.params.part, readFields(request.body)),
  );
  control.post<OneOf>('/control/payments/:id/chargebacks/:part/reverse', (request) =>
    payments.reverse(get(request), request.params.part),
  );
  control.put<One>('/control/mandates/:id', (request) =>
    payments.setMandate(request.params.id, readFields(request.body)),
  );
}

function addToolControl(control: FastifyInstance, tools: BaseSandbox<unknown>): void {
  control.put('/control/clock', async (request, reply) => {
    const days = readCount(readFields(request.body)['days'], 'days', 0, highestDays);
    tools.moveClock(days * dayMilliseconds);
    return reply.send({ now: new Date(tools.now()).toISOString() });
  });

  control.get<{ Querystring: { payment?: string } }>('/control/webhooks', (request) => {
    const deliveries = tools.webhooks.deliveries(request.query.payment);
    return { count: deliveries.length, deliveries };
  });

  control.get('/control/faults', () => tools.faults.plan());
  control.put('/control/faults', async (request, reply) => {
    const fields = readFields(request.body);
    const mode: FaultMode = readChoice(fields['mode'], 'mode', faultModes);
    const delay = readCount(fields['delay_ms'], 'delay_ms', slowMilliseconds, dayMilliseconds);
    const times = fields['times'] === undefined ? null : readCount(fields['times'], 'times', 1, highestTimes);
    const path = readText(fields['path']) ?? '';
    const plan = { mode: times === 0 ? ('none' as const) : mode, delay_ms: mode === 'slow' ? delay : 0, times, path };
    // The receiver of a webhook calls the API. A counted fault is meant for later calls, so wait for the webhooks.
    if (times !== null) await tools.webhooks.settled();
    tools.faults.set(plan);
    return reply.send(plan);
  });
}
