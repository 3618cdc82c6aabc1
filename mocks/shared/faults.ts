import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './fields.ts';

/**
 * `slow`, `drop` and `late500` do the work first, so that the caller cannot know that the payment exists. The others
 * respond without doing it; `refuse` blames the call.
 */
export const faultModes = ['none', 'slow', 'error500', 'html', 'wrong_json', 'drop', 'refuse', 'late500'] as const;
export type FaultMode = (typeof faultModes)[number];
/** `path`: the fault applies only to calls whose URL contains it. */
export type FaultPlan = { mode: FaultMode; delay_ms: number; times: number | null; path: string };

export type Faults = ReturnType<typeof createFaults>;

const noFault: FaultPlan = { mode: 'none', delay_ms: 0, times: null, path: '' };

export function createFaults() {
  let current = noFault;
  const closing = new AbortController();
  // Each wait listens to the signal.
  setMaxListeners(0, closing.signal);
  return {
    plan: () => current,
    set(plan: FaultPlan) {
      current = plan;
    },
    draw(url: string) {
      const plan = current;
      if (!url.includes(plan.path)) return noFault;
      if (plan.times !== null) current = plan.times <= 1 ? noFault : { ...plan, times: plan.times - 1 };
      return plan;
    },
    /** Waits, but no longer than until the server closes. */
    wait: (milliseconds: number) =>
      wait(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => undefined),
    close: () => closing.abort(),
  };
}

const planned = new WeakMap<FastifyRequest, FaultPlan>();

/** Takes the next fault at the start of an API call, and responds at once if the fault does no work. */
export async function drawFault(faults: Faults, request: FastifyRequest, reply: FastifyReply) {
  const plan = faults.draw(request.url);
  planned.set(request, plan);
  switch (plan.mode) {
    case 'error500':
      throw new ApiError(500, 'A fault injected by the sandbox.');
    case 'refuse':
      throw new ApiError(422, 'A refusal injected by the sandbox.');
    case 'html':
      return reply.code(502).type('text/html').send('<!doctype html><title>502</title><h1>Bad Gateway</h1>');
    case 'wrong_json':
      return reply.code(200).type('application/json').send('{"resource":"payment","id":');
    default:
      return undefined;
  }
}

/** Delays or replaces the response, or cuts the connection, after the work of an API call is stored. */
export async function spoilAnswer(faults: Faults, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const plan = planned.get(request);
  if (plan?.mode === 'slow') await faults.wait(plan.delay_ms);
  if (plan?.mode === 'drop') request.raw.socket.destroy();
  if (plan?.mode !== 'late500') return payload;
  void reply.code(500);
  return JSON.stringify({ error: { type: 'api_error', message: 'A fault injected by the sandbox.' } });
}
