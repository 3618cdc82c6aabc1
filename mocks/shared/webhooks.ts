/** An attempt to deliver a webhook. `status` is null if there was no response; `error` then gives the reason. */
export type Delivery = {
  payment: string;
  url: string;
  attempt: number;
  status: number | null;
  error: string | null;
  at: string;
  duration_ms: number;
};

export type WebhookSender = {
  /** Posts the payment's id `times` times in parallel after `delayMilliseconds`. Resolves after the first attempts. */
  send(payment: string, url: string, times?: number, delayMilliseconds?: number): Promise<Delivery[]>;
  deliveries(payment?: string): Delivery[];
  /** Resolves once every request in progress has ended. Does not wait for retries. */
  settled(): Promise<unknown>;
  close(): void;
};

/** Nine pauses between ten attempts: short at first, for a restarting receiver, then over several hours. */
const retryDelaysMilliseconds: readonly number[] = [
  1000, 5000, 30_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000, 7_200_000,
];
const timeoutMilliseconds = 15_000;
const rememberedDeliveries = 10_000;

/** The request of a webhook, created again for each attempt. */
export type Letter = { body: string; headers: Readonly<Record<string, string>> };

type Options = {
  retryDelaysMs?: readonly number[] | undefined;
  log: (line: string) => void;
  write?: (payment: string) => Letter;
};

/** Classic webhooks: an unsigned form post with only `id=tr_…`, so the receiver has to fetch the payment. */
const writeForm = (payment: string): Letter => ({
  body: new URLSearchParams({ id: payment }).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

/** Posts webhooks and retries each of them until a 2xx response arrives within 15 s. */
export function createWebhookSender(options: Options): WebhookSender {
  const { retryDelaysMs = retryDelaysMilliseconds, log, write = writeForm } = options;
  const past: Delivery[] = [];
  const underWay = new Set<Promise<Delivery>>();
  const timers = new Map<NodeJS.Timeout, () => void>();
  const closing = new AbortController();

  /** Waits; resolves to false if the server closes first. */
  function pause(milliseconds: number): Promise<boolean> {
    if (closing.signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve(true);
      }, milliseconds).unref();
      timers.set(timer, () => resolve(false));
    });
  }

  async function post(payment: string, url: string, attempt: number): Promise<Delivery> {
    const started = Date.now();
    const delivery: Delivery = {
      payment,
      url,
      attempt,
      status: null,
      error: null,
      at: new Date(started).toISOString(),
      duration_ms: 0,
    };
    try {
      const { body, headers } = write(payment);
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'user-agent': 'Tealight-Sandbox-Payments/1' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMilliseconds)]),
      });
      await response.body?.cancel();
      delivery.status = response.status;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      delivery.error = cause instanceof Error ? cause.message : String(cause);
    }
    delivery.duration_ms = Date.now() - started;
    past.push(delivery);
    if (past.length > rememberedDeliveries) past.shift();
    log(`payment provider: webhook ${payment}, try ${attempt}: ${delivery.status ?? delivery.error}`);
    return delivery;
  }

  function track(posting: Promise<Delivery>): Promise<Delivery> {
    underWay.add(posting);
    return posting.finally(() => underWay.delete(posting));
  }

  const arrived = (delivery: Delivery) => delivery.status !== null && delivery.status >= 200 && delivery.status < 300;

  async function retry(first: Delivery): Promise<void> {
    let last = first;
    for (const delay of retryDelaysMs) {
      if (arrived(last) || !(await pause(delay))) return;
      last = await track(post(first.payment, first.url, last.attempt + 1));
    }
  }

  async function deliver(payment: string, url: string): Promise<Delivery> {
    const first = await track(post(payment, url, 1));
    void retry(first);
    return first;
  }

  return {
    async send(payment, url, times = 1, delayMilliseconds = 0) {
      if (times === 0 || (delayMilliseconds > 0 && !(await pause(delayMilliseconds)))) return [];
      return Promise.all(Array.from({ length: times }, () => deliver(payment, url)));
    },
    deliveries: (payment) => past.filter((delivery) => payment === undefined || delivery.payment === payment),
    settled: () => Promise.all(underWay),
    close() {
      closing.abort(new Error('The payment provider is closing.'));
      for (const [timer, giveUp] of timers) {
        clearTimeout(timer);
        giveUp();
      }
      timers.clear();
    },
  };
}
