import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * The API's failures. `slow` and `drop` do the work and then delay the response or cut the connection, so that the
 * caller cannot know that the payment exists. `error500`, `html`, `wrong_json` and `refuse` respond without doing the
 * work; `refuse` blames the call. `late500` does the work and responds with 500.
 */
export const faultModes = ['none', 'slow', 'error500', 'html', 'wrong_json', 'drop', 'refuse', 'late500'] as const;
export type FaultMode = (typeof faultModes)[number];
/** `path`: the fault applies only to calls whose URL contains it. */
export type FaultPlan = { mode: FaultMode; delay_ms: number; times: number | null; path: string };

export type Faults = {
  plan(): FaultPlan;
  set(plan: FaultPlan): void;
  /** Counts a call against the plan and returns the fault to inject into the call. */
  take(url: string): FaultPlan;
  wait(milliseconds: number): Promise<void>;
  close(): void;
};

export const noFault: FaultPlan = { mode: 'none', delay_ms: 0, times: null, path: '' };

export function createFaults(): Faults {
  let current = noFault;
  const waiting = new Map<NodeJS.Timeout, () => void>();
  return {
    plan: () => current,
    set(plan) {
      current = plan;
    },
    take(url) {
      const plan = current;
      if (!url.includes(plan.path)) return noFault;
      if (plan.times !== null) current = plan.times <= 1 ? noFault : { ...plan, times: plan.times - 1 };
      return plan;
    },
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(timer);
          resolve();
        }, milliseconds).unref();
        waiting.set(timer, resolve);
      }),
    close() {
      for (const [timer, resume] of waiting) {
        clearTimeout(timer);
        resume();
      }
    },
  };
}

const planned = new WeakMap<FastifyRequest, FaultPlan>();

/** Hook at the start of an API call: takes the next fault, and responds at once if the fault does no work. */
export async function drawFault(faults: Faults, request: FastifyRequest, reply: FastifyReply) {
  const plan = faults.take(request.url);
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

/** Hook after the work of an API call is stored: delays or replaces the response, or cuts the connection. */
export async function spoilAnswer(faults: Faults, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const plan = planned.get(request);
  if (plan?.mode === 'slow') await faults.wait(plan.delay_ms);
  if (plan?.mode === 'drop') request.raw.socket.destroy();
  if (plan?.mode !== 'late500') return payload;
  void reply.code(500);
  return JSON.stringify({ error: { type: 'api_error', message: 'A fault injected by the sandbox.' } });
}
