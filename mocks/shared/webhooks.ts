import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** An attempt to deliver a webhook. `status` is null if there was no response; `error` then gives the reason. */
export type Delivery = {
  payment: string;
  url: string;
  attempt: number;
  status: number | null;
  error: string | null;
  at: string;
};

export type WebhookSender = ReturnType<typeof createWebhookSender>;

/** Nine pauses between ten attempts: short at first, for a restarting receiver, then over several hours. */
const retryDelaysMilliseconds: readonly number[] = [
  1000, 5000, 30_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000, 7_200_000,
];
const timeoutMilliseconds = 15_000;
const rememberedDeliveries = 10_000;

export type Letter = { body: string; headers: Readonly<Record<string, string>> };

type Options = {
  retryDelaysMs?: readonly number[] | undefined;
  log: (line: string) => void;
  write?: (payment: string) => Letter;
};

/** Writes a classic webhook: an unsigned form post with only `id=tr_…`, so the receiver has to fetch the payment. */
const writeForm = (payment: string): Letter => ({
  body: new URLSearchParams({ id: payment }).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

/** Posts webhooks and retries each of them until a 2xx response arrives within 15 s. */
export function createWebhookSender(options: Options) {
  const { retryDelaysMs = retryDelaysMilliseconds, log, write = writeForm } = options;
  const past: Delivery[] = [];
  const underWay = new Set<Promise<Delivery>>();
  const closing = new AbortController();
  // Each wait listens to the signal.
  setMaxListeners(0, closing.signal);

  /** Waits; resolves to false if the server closes first. */
  const pause = (milliseconds: number): Promise<boolean> =>
    wait(milliseconds, true, { signal: closing.signal, ref: false }).catch(() => false);

  async function send(payment: string, url: string): Promise<Pick<Delivery, 'status' | 'error'>> {
    const { body, headers } = write(payment);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'user-agent': 'Tealight-Sandbox-Payments/1' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMilliseconds)]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return { status: null, error: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  async function post(payment: string, url: string, attempt: number): Promise<Delivery> {
    const at = new Date().toISOString();
    const delivery = { payment, url, attempt, at, ...(await send(payment, url)) };
    past.push(delivery);
    if (past.length > rememberedDeliveries) past.shift();
    log(`payment provider: webhook ${payment}, try ${attempt}: ${delivery.status ?? delivery.error}`);
    return delivery;
  }

  function track(posting: Promise<Delivery>): Promise<Delivery> {
    underWay.add(posting);
    return posting.finally(() => underWay.delete(posting));
  }

  const isDelivered = (delivery: Delivery) =>
    delivery.status !== null && delivery.status >= 200 && delivery.status < 300;

  async function retry(first: Delivery): Promise<void> {
    let last = first;
    for (const delay of retryDelaysMs) {
      if (isDelivered(last) || !(await pause(delay))) return;
      last = await track(post(first.payment, first.url, last.attempt + 1));
    }
  }

  async function deliver(payment: string, url: string): Promise<Delivery> {
    const first = await track(post(payment, url, 1));
    void retry(first);
    return first;
  }

  return {
    /** Posts the payment's id `times` times in parallel after `delayMilliseconds`. Resolves after the first attempts. */
    async send(payment: string, url: string, times = 1, delayMilliseconds = 0): Promise<Delivery[]> {
      if (times === 0 || (delayMilliseconds > 0 && !(await pause(delayMilliseconds)))) return [];
      return Promise.all(Array.from({ length: times }, () => deliver(payment, url)));
    },
    deliveries: (payment?: string) => past.filter((delivery) => payment === undefined || delivery.payment === payment),
    /** Resolves once every request in progress has ended. Does not wait for retries. */
    settled: () => Promise.all(underWay),
    close: () => closing.abort(new Error('The payment provider is closing.')),
  };
}
