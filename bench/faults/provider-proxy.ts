import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Made, ProviderDialect } from './provider-dialects.ts';
import type { Random } from './random.ts';

/**
 * How the provider fails. With `slow`, `drop` and `stale` the call takes effect, but its answer is delayed, lost, or
 * replaced by the first answer about the payment. With the other faults, the call has no effect.
 */
export const providerFaults = ['slow', 'error500', 'html', 'drop', 'refuse', 'stale'] as const;
export type ProviderFaultName = (typeof providerFaults)[number];

export interface ProviderProxy {
  url: string;
  /** Makes the given share of the calls fail from now on. Without a plan, none fails. */
  misbehave(plan?: { random: Random; share: number; slowMs: number }): void;
  /**
   * Loses the given share of the first answers about charges, mandates and refunds, which are few and must be created
   * only once. The repeated call is answered.
   */
  loseMade(random: Random, share: number): void;
  /** Whether a call whose answer may be lost is in flight. No webhook may reveal its result meanwhile. */
  isLosing(): boolean;
  done: Record<ProviderFaultName | 'lost', number>;
  held(): number;
  /** Every object created there, oldest first, without duplicates. */
  made(): readonly Made[];
  /** The provider's ids for one of our payments, oldest first. More than one is a violation. */
  paymentsOf(paymentId: string): readonly string[];
  /** While a payment is frozen, every answer about it is dropped. */
  freeze(providerId: string, frozen: boolean): void;
  close(): Promise<void>;
}

interface Passed {
  status: number;
  type: string;
  body: string;
}

/** An HTTP proxy in front of the sandbox that drops, delays and corrupts answers. */
export async function startProviderProxy(upstream: string, dialect: ProviderDialect): Promise<ProviderProxy> {
  let plan: { random: Random; share: number; slowMs: number } | undefined;
  let losing: { random: Random; share: number } | undefined;
  let held = 0;
  let hushed = 0;
  const done = { slow: 0, error500: 0, html: 0, drop: 0, refuse: 0, stale: 0, lost: 0 };
  const made = new Map<string, Made>();
  const frozen = new Set<string>();
  const earlier = new Map<string, Passed>();
  const timers = new Set<NodeJS.Timeout>();

  const drawFault = (): ProviderFaultName | undefined => {
    if (!plan?.random.chance(plan.share)) return undefined;
    const { random, slowMs } = plan;
    const drawn = random.chance(0.3) ? 'stale' : random.pick(providerFaults);
    const fault = drawn === 'slow' && slowMs === 0 ? 'drop' : drawn;
    done[fault] += 1;
    return fault;
  };

  const pass = async (request: IncomingMessage, body: string): Promise<Passed & { fresh?: Made | undefined }> => {
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(`${upstream}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body === '' ? {} : { body }),
    });
    const passed = { status: answer.status, type: answer.headers.get('content-type') ?? '', body: await answer.text() };
    const isMaking = request.method === 'POST' && passed.status < 500;
    return { ...passed, fresh: isMaking ? recordMade(request.url ?? '', passed) : undefined };
  };

  /** The object that a call created, if this is the first answer about it. */
  const recordMade = (url: string, passed: Passed): Made | undefined => {
    const one = dialect.madeBy(url.split('?')[0] ?? '', JSON.parse(passed.body));
    if (!one || made.has(one.id)) return undefined;
    made.set(one.id, one);
    if (one.kind === 'payment' && passed.status < 300) earlier.set(one.id, { ...passed, status: 200 });
    return one;
  };

  /** Passes a call on. `isLost`: its answer is the first about a new charge, mandate or refund, and must not arrive. */
  const passOnce = async (request: IncomingMessage, body: string): Promise<Passed & { isLost: boolean }> => {
    if (request.method !== 'POST' || !losing?.random.chance(losing.share))
      return { ...(await pass(request, body)), isLost: false };
    hushed += 1;
    try {
      const { fresh, ...passed } = await pass(request, body);
      const isLost = fresh !== undefined && (fresh.kind !== 'payment' || fresh.isCharge);
      if (isLost) done.lost += 1;
      return { ...passed, isLost };
    } finally {
      hushed -= 1;
    }
  };

  const answer = (response: ServerResponse, { status, type, body }: Passed): void =>
    void response.writeHead(status, { 'content-type': type }).end(body);

  const hold = async (milliseconds: number): Promise<void> => {
    held += 1;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, milliseconds);
      timers.add(timer);
    });
    held -= 1;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const id = dialect.paymentIn(request.url ?? '');
    const fault = drawFault();
    if (fault === 'refuse') return void request.socket.destroy();
    if (fault === 'error500') return answer(response, { status: 500, type: 'application/hal+json', body: '{}' });
    if (fault === 'html') return answer(response, { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' });
    const slowMs = plan?.slowMs ?? 0;
    const before = id === undefined ? undefined : earlier.get(id);
    const passed = await passOnce(request, body);
    const hidden = id !== undefined && frozen.has(id);
    if (fault === 'slow') await hold(slowMs);
    if (fault === 'drop' || hidden || passed.isLost) return void request.socket.destroy();
    if (id !== undefined && passed.status === 200 && !before) earlier.set(id, passed);
    answer(response, fault === 'stale' && before ? before : passed);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave: (next) => {
      plan = next;
    },
    loseMade: (random, share) => {
      losing = { random, share };
    },
    isLosing: () => hushed > 0,
    done,
    held: () => held,
    made: () => [...made.values()],
    paymentsOf: (paymentId) =>
      [...made.values()].flatMap((one) => (one.kind === 'payment' && one.paymentId === paymentId ? [one.id] : [])),
    freeze: (providerId, on) => void (on ? frozen.add(providerId) : frozen.delete(providerId)),
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
