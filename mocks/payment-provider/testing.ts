import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { listenLocally, readBody } from '../shared/local-server.ts';
import { startPaymentProvider } from './server.ts';
import type { ProviderOptions } from '../shared/sandbox.ts';
import { openCaller } from '../shared/testing.ts';

export const testKey = 'test_key';

export type Received = { body: string; contentType: string | undefined; headers: Record<string, unknown> };

/** Starts a webhook receiver that responds with the given statuses one after the other, then with 200. */
export async function startReceiver(statuses: number[] = []) {
  const received: Received[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      received.push({ body: body.toString(), contentType: request.headers['content-type'], headers: request.headers });
      response.writeHead(statuses.shift() ?? 200).end();
      arrivals.emit('arrival');
    });
  });
  const { port, close } = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    async waitFor(count: number): Promise<Received[]> {
      while (received.length < count) await once(arrivals, 'arrival');
      return received;
    },
    close,
  };
}

export async function startSandbox(options: Partial<ProviderOptions> = {}) {
  const provider = await startPaymentProvider({ apiKey: testKey, ...options });
  const caller = openCaller(provider, testKey);
  return {
    ...provider,
    ...caller,
    async create(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
      const { body } = await caller.call('POST', '/v2/payments', { ...orderFields, ...fields }, headers);
      return body;
    },
    get: (id: string) => caller.call('GET', `/v2/payments/${id}`),
    page: (id: string, headers: Record<string, string> = {}) => fetch(`${provider.url}/pay/${id}`, { headers }),
  };
}

export const orderFields = {
  amount: { currency: 'EUR', value: '14.99' },
  description: '120 credits',
  redirectUrl: 'http://shop.test/transactions/1',
};
