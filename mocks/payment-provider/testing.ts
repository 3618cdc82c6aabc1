import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startPaymentProvider } from './server.ts';
import type { PaymentProviderOptions } from './server.ts';

/** Helpers for tests against a running provider. They use only its HTTP interface. */

export const testKey = 'test_key';

export type Answer = { status: number; headers: Headers; body: Record<string, any> }; // eslint-disable-line typescript/no-explicit-any -- a test reads what the API really sent

export type Received = { body: string; contentType: string | undefined; headers: Record<string, unknown> };

/** Starts a webhook receiver that responds with the given statuses one after the other, then with 200. */
export async function startReceiver(statuses: number[] = []) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ body, contentType: request.headers['content-type'], headers: request.headers });
      response.writeHead(statuses.shift() ?? 200).end();
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Resolves when `count` webhooks have arrived. */
    async waitFor(count: number): Promise<Received[]> {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          const look = () => {
            waiting.delete(look);
            resolve();
          };
          waiting.add(look);
        });
      }
      return received;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a provider on a free port, with helpers for its API, control API and pay page. */
export async function startSandbox(options: Partial<PaymentProviderOptions> = {}) {
  const provider = await startPaymentProvider({ apiKey: testKey, ...options });

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(provider.url + path, {
      method,
      headers: {
        authorization: `Bearer ${testKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: JSON.parse((await response.text()) || '{}') as Answer['body'],
    };
    return answer;
  }

  return {
    ...provider,
    call,
    /** Creates a payment of €14.99 and returns it. */
    async create(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
      const { body } = await call('POST', '/v2/payments', { ...orderFields, ...fields }, headers);
      return body;
    },
    get: (id: string) => call('GET', `/v2/payments/${id}`),
    page: (id: string, headers: Record<string, string> = {}) => fetch(`${provider.url}/pay/${id}`, { headers }),
    /** Presses a button on the pay page without following the redirect. */
    press: (id: string, action: string, method?: string, card?: string) =>
      fetch(`${provider.url}/pay/${id}`, {
        method: 'POST',
        body: new URLSearchParams({
          action,
          ...(method === undefined ? {} : { method }),
          ...(card === undefined ? {} : { card }),
        }),
        redirect: 'manual',
      }),
  };
}

export const orderFields = {
  amount: { currency: 'EUR', value: '14.99' },
  description: '120 credits',
  redirectUrl: 'http://shop.test/transactions/1',
};
