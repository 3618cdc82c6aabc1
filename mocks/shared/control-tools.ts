import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, unprocessable } from './api-error.ts';
import { faultModes } from './faults.ts';
import type { FaultMode, Faults } from './faults.ts';
import { readFields } from './fields.ts';
import type { Fields } from './fields.ts';
import type { WebhookSender } from './webhooks.ts';

const slowMilliseconds = 30_000;
const highestTimes = 1000;
export const highestDays = 400;
const dayMilliseconds = 24 * 3600 * 1000;

type Tools = {
  webhooks: WebhookSender;
  faults: Faults;
  store: { flush(): Promise<void> };
  now(): number;
  moveClock(milliseconds: number): void;
};

const isLoopback = (address: string | undefined) =>
  address !== undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);

export function readCount(value: unknown, field: string, fallback: number, highest: number): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > highest) {
    throw unprocessable(field, `It has to be a whole number from 0 to ${highest}.`);
  }
  return value;
}

export function readChoice<T extends string>(value: unknown, field: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw unprocessable(field, `It has to be one of: ${choices.join(', ')}.`);
  return choice;
}

/** Hook: refuses callers from other machines. */
export async function onlyFromHere(request: FastifyRequest): Promise<void> {
  if (!isLoopback(request.socket.remoteAddress)) throw new ApiError(403, 'Only callers on this machine may do this.');
}

/** Reads the number and the delay of the webhooks for a changed payment: `webhooks: { times, delay_ms }`. */
export function readTelling(fields: Fields): { plan: Fields; times: number; delay: number } {
  const plan = readFields(fields['webhooks']);
  const times = readCount(plan['times'], 'webhooks.times', 1, highestTimes);
  return { plan, times, delay: readCount(plan['delay_ms'], 'webhooks.delay_ms', 0, dayMilliseconds) };
}

/** `/control/webhooks`, `/control/clock` and `/control/faults`, which are the same for every provider. */
export function addToolControl(control: FastifyInstance, tools: Tools): void {
  control.put('/control/clock', async (request, reply) => {
    const days = readCount(readFields(request.body)['days'], 'days', 0, highestDays);
    tools.moveClock(days * dayMilliseconds);
    await tools.store.flush();
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
    const path = typeof fields['path'] === 'string' ? fields['path'] : '';
    const plan = { mode: times === 0 ? ('none' as const) : mode, delay_ms: mode === 'slow' ? delay : 0, times, path };
    // The receiver of a webhook calls the API. A counted fault is meant for later calls, so wait for the webhooks.
    if (times !== null) await tools.webhooks.settled();
    tools.faults.set(plan);
    return reply.send(plan);
  });
}
