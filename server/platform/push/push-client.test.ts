import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type PushService, startPushService } from '../../../mocks/push/server.ts';
import { type PushClient, createPushClient, keyFromSecret } from './push-client.ts';

let service: PushService;
let client: PushClient;
beforeAll(async () => {
  service = await startPushService();
  client = createPushClient({
    privateKey: keyFromSecret('a'),
    subject: 'mailto:ops@tealight.dating',
    testService: service,
  });
});
afterAll(async () => {
  client.close();
  await service.close();
});

/** Returns the outcome of a push to a browser whose endpoint `change` has changed. */
async function send(change = (endpoint: string): string => endpoint): Promise<unknown> {
  const { endpoint, keys } = service.subscribe().subscription;
  const target = { endpoint: change(endpoint), ...keys };
  return (await client.send(target, { payload: {}, ttlSeconds: 60, topic: 'a' })).status;
}

describe('a push', () => {
  it('is not sent to an endpoint that is not a push service (PSH-04)', async () => {
    expect(await send()).toBe(201);
    expect(await send((endpoint) => endpoint.replace('localhost', '127.0.0.1'))).toBe('refused');
  });

  it('is not sent if the name of a push service resolves to a private address (PSH-04)', async () => {
    const looking = vi.spyOn(dns, 'lookup');
    syncBuiltinESMExports();
    const answers: unknown[] = [];
    for (const address of ['127.0.0.1', '10.0.0.1', '100.64.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
      const found = [{ address, family: address.includes(':') ? 6 : 4 }];
      looking.mockImplementation(((_host: string, _options: unknown, done: (error: null, all: unknown) => void) =>
        done(null, found)) as unknown as typeof dns.lookup);
      answers.push(await send(() => 'https://fcm.googleapis.com/fcm/send/a'));
    }
    looking.mockRestore();
    syncBuiltinESMExports();
    expect(answers).toEqual(Array.from({ length: 6 }, () => 'refused'));
  });

  it('is given up after five seconds if the push service hangs', async () => {
    const time = new AbortController();
    const limiting = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    const before = service.calls();
    service.answers.push('hang');
    const answer = send();
    await expect.poll(() => service.calls()).toBe(before + 1);
    expect(limiting.mock.calls).toEqual([[5_000]]);
    time.abort();
    expect(await answer).toBe('nothing');
    limiting.mockRestore();
  });
});
