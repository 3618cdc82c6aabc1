import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Random } from './random.ts';

/** With `slow`, `drop` and `stale` (an outdated response), the call takes effect; with the others, it does not. */
const providerFaults = ['slow', 'error500', 'html', 'drop', 'refuse', 'stale'] as const;
type ProviderFaultName = (typeof providerFaults)[number];

interface Passed {
  status: number;
  body: unknown;
}

interface Call {
  fault: ProviderFaultName | undefined;
  /** Whether the response may be lost if it is the first about a new charge, mandate or refund. */
  mayBeLost: boolean;
  /** The provider's id of the payment that the call is about, and the first response about it. */
  id: string | undefined;
  before: Passed | undefined;
}

/** Creates the faults of a sandbox's API, and records what calls have made there. `addHooks` adds them to the API. */
export function createProviderFaults(dialect: ProviderDialect) {
  let plan: { random: Random; share: number; slowMs: number } | undefined;
  let losing: { random: Random; share: number } | undefined;
  let held = 0;
  let hushed = 0;
  const done = { slow: 0, error500: 0, html: 0, drop: 0, refuse: 0, stale: 0, lost: 0 };
  const made = new Map<string, Made>();
  const frozen = new Set<string>();
  const earlier = new Map<string, Passed>();
  const calls = new WeakMap<FastifyRequest, Call>();

  const drawFault = (): ProviderFaultName | undefined => {
    if (!plan?.random.chance(plan.share)) return undefined;
    const { random, slowMs } = plan;
    const drawn = random.chance(0.3) ? 'stale' : random.pick(providerFaults);
    const fault = drawn === 'slow' && slowMs === 0 ? 'drop' : drawn;
    done[fault] += 1;
    return fault;
  };

  /** Records what a call has made; undefined if this is not the first response about it. */
  const recordMade = (url: string, passed: Passed): Made | undefined => {
    const one = dialect.madeBy(url.split('?')[0] ?? '', JSON.parse(String(passed.body)));
    if (!one || made.has(one.id)) return undefined;
    made.set(one.id, one);
    if (one.kind === 'payment' && passed.status < 300) earlier.set(one.id, { ...passed, status: 200 });
    return one;
  };

  const beforeWork = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const fault = drawFault();
    // A hijacked call ends here, so the sandbox keeps no response under its idempotency key.
    if (fault === 'refuse' || fault === 'error500' || fault === 'html') reply.hijack();
    if (fault === 'refuse') request.raw.socket.destroy();
    if (fault === 'error500') reply.raw.writeHead(500, { 'content-type': 'application/hal+json' }).end('{}');
    if (fault === 'html') reply.raw.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    if (reply.sent) return;
    const id = dialect.paymentIn(request.url);
    const before = id === undefined ? undefined : earlier.get(id);
    const mayBeLost = request.method === 'POST' && losing?.random.chance(losing.share) === true;
    if (mayBeLost) hushed += 1;
    calls.set(request, { fault, mayBeLost, id, before });
  };

  const afterWork = async (request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> => {
    const call = calls.get(request);
    if (!call) return body;
    const { fault, mayBeLost, id, before } = call;
    const passed = { status: reply.statusCode, body };
    const isMaking = request.method === 'POST' && passed.status < 500;
    const fresh = isMaking ? recordMade(request.url, passed) : undefined;
    const isLost = mayBeLost && fresh !== undefined && (fresh.kind !== 'payment' || fresh.isCharge);
    if (isLost) done.lost += 1;
    // The sandbox sends some webhooks in later microtasks.
    if (mayBeLost) setImmediate(() => (hushed -= 1));
    if (fault === 'slow') {
      held += 1;
      await wait(plan?.slowMs ?? 0, undefined, { ref: false });
      held -= 1;
    }
    if (fault === 'drop' || isLost || (id !== undefined && frozen.has(id))) {
      request.raw.socket.destroy();
      return body;
    }
    if (id !== undefined && passed.status === 200 && !before) earlier.set(id, passed);
    if (fault !== 'stale' || !before) return body;
    void reply.code(before.status);
    return before.body;
  };

  return {
    addHooks: (api: FastifyInstance): void => {
      api.addHook('preHandler', beforeWork);
      api.addHook('onSend', afterWork);
    },
    /** Without a plan, no call fails. */
    misbehave: (next?: typeof plan) => {
      plan = next;
    },
    /** Loses this share of the first responses about charges, mandates and refunds, which are created only once. */
    loseMade: (random: Random, share: number) => {
      losing = { random, share };
    },
    /** Whether a call whose response may be lost is in flight. No webhook may reveal its result meanwhile. */
    isLosing: () => hushed > 0,
    done,
    held: () => held,
    /** Oldest first, without duplicates. */
    made: () => [...made.values()],
    /** The provider's ids for one of our payments, oldest first. More than one is a violation. */
    listPayments: (paymentId: string) =>
      [...made.values()].flatMap((one) => (one.kind === 'payment' && one.paymentId === paymentId ? [one.id] : [])),
    /** While a payment is frozen, every response about it is dropped. */
    freeze: (providerId: string, on: boolean) => void (on ? frozen.add(providerId) : frozen.delete(providerId)),
  };
}

export interface ProviderDialect {
  paymentIn(path: string): string | undefined;
  /** Undefined if the call created none that is tracked. */
  madeBy(path: string, answer: unknown): Made | undefined;
}

/** `isCharge`: the payment was taken without a pay page. */
type Made =
  | { kind: 'payment'; id: string; paymentId: string; memberId: string; isCharge: boolean }
  | { kind: 'mandate'; id: string; reference: string }
  | { kind: 'refund'; id: string };

interface References {
  payment_id?: string;
  member_id?: string;
  mandate_reference?: string;
}

function toPayment(
  id: string,
  { payment_id: paymentId, member_id: memberId }: References,
  isCharge: boolean,
): Made | undefined {
  return paymentId === undefined ? undefined : { kind: 'payment', id, paymentId, memberId: memberId ?? '', isCharge };
}

/** Names what a refund has made; undefined for a refused one, which has no id. */
function toRefund(id: string | undefined): Made | undefined {
  return id === undefined ? undefined : { kind: 'refund', id };
}

export const mollieDialect: ProviderDialect = {
  paymentIn: (path) => /^\/v2\/payments\/(tr_\w+)(?:\?|$)/.exec(path)?.[1],
  madeBy: (path, answer) => {
    const { id, metadata, mandateReference, sequenceType } = answer as {
      id: string;
      metadata?: References | null;
      mandateReference?: string | null;
      sequenceType?: string;
    };
    if (path === '/v2/payments') return toPayment(id, metadata ?? {}, sequenceType === 'recurring');
    if (/^\/v2\/payments\/\w+\/refunds$/.test(path)) return toRefund(id);
    const isMandate = /^\/v2\/customers\/\w+\/mandates$/.test(path) && typeof mandateReference === 'string';
    return isMandate ? { kind: 'mandate', id, reference: mandateReference } : undefined;
  },
};

export const stripeDialect: ProviderDialect = {
  paymentIn: (path) => /^\/v1\/(?:checkout\/sessions|payment_intents)\/(\w+)(?:\?|$)/.exec(path)?.[1],
  madeBy: (path, answer) => {
    const { error, ...object } = answer as {
      id: string;
      metadata?: References;
      error?: { payment_intent?: { id: string; metadata?: References } };
    };
    // A declined card also creates an intent, which the error contains.
    const { id, metadata = {} } = error?.payment_intent ?? object;
    if (path === '/v1/checkout/sessions') return toPayment(id, metadata, false);
    if (path === '/v1/payment_intents') return toPayment(id, metadata, true);
    if (path === '/v1/refunds') return toRefund(id);
    const reference = metadata.mandate_reference;
    return path === '/v1/setup_intents' && reference !== undefined ? { kind: 'mandate', id, reference } : undefined;
  },
};
