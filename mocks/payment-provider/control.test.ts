import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, startSandbox } from './testing.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox({ webhookRetryDelaysMs: [1, 1, 1] });
});
afterAll(() => sandbox.close());

describe('setting a payment', () => {
  it('sets any status, even an earlier one (MON-13)', async () => {
    const { id } = await sandbox.create();
    for (const status of ['paid', 'pending', 'open', 'authorized', 'expired', 'failed', 'canceled', 'open']) {
      await sandbox.call('PUT', `/control/payments/${id}`, { status });
      expect((await sandbox.get(id)).body['status']).toBe(status);
    }
    expect((await sandbox.get(id)).body['paidAt']).toBeUndefined();
  });

  it('overwrites amount, profile, mode and order (MON-14)', async () => {
    const { id } = await sandbox.create();
    const lie = {
      amount: { currency: 'USD', value: '1.00' },
      profileId: 'pfl_Other',
      mode: 'live',
      metadata: { order: 'other' },
    };
    await sandbox.call('PUT', `/control/payments/${id}`, { status: 'paid', ...lie });
    expect((await sandbox.get(id)).body).toMatchObject({ status: 'paid', ...lie });
  });

  it('refuses an unknown status', async () => {
    const { id } = await sandbox.create();
    const answer = await sandbox.call('PUT', `/control/payments/${id}`, { status: 'stolen' });
    expect(answer.body).toMatchObject({ status: 422, field: 'status' });
  });
});

describe('webhooks', () => {
  it('are sent once by default, as an unsigned form with only the id', async () => {
    const receiver = await startReceiver();
    const { id } = await sandbox.create({ webhookUrl: receiver.url });
    await sandbox.call('PUT', `/control/payments/${id}`, { status: 'paid', await: true });
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({ body: `id=${id}`, contentType: 'application/x-www-form-urlencoded' });
    expect(Object.keys(receiver.received[0]?.headers ?? {}).filter((name) => name.includes('signature'))).toEqual([]);
    await receiver.close();
  });

  it('are sent as often as requested and are all logged (MON-11)', async () => {
    const receiver = await startReceiver();
    const { id } = await sandbox.create({ webhookUrl: receiver.url });
    const order = { status: 'paid', webhooks: { times: 20, delay_ms: 5 }, await: true };
    const answer = await sandbox.call('PUT', `/control/payments/${id}`, order);
    expect(answer.body['webhooks'].delivered).toHaveLength(20);
    expect(receiver.received).toHaveLength(20);
    const log = await sandbox.call('GET', `/control/webhooks?payment=${id}`);
    expect(log.body['deliveries'].map(({ status }: { status: number }) => status)).toEqual(Array(20).fill(200));
    await receiver.close();
  });

  it('are not sent if none are requested (MON-12)', async () => {
    const receiver = await startReceiver();
    const { id } = await sandbox.create({ webhookUrl: receiver.url });
    await sandbox.call('PUT', `/control/payments/${id}`, { status: 'paid', webhooks: { times: 0 }, await: true });
    expect(receiver.received).toHaveLength(0);
    await receiver.close();
  });

  it('are retried until the receiver accepts them, and no longer', async () => {
    const receiver = await startReceiver([500, 302]);
    const { id } = await sandbox.create({ webhookUrl: receiver.url });
    await sandbox.call('PUT', `/control/payments/${id}`, { status: 'paid' });
    await receiver.waitFor(3);
    await sandbox.call('PUT', `/control/payments/${id}`, { status: 'paid', await: true });
    const { deliveries } = (await sandbox.call('GET', `/control/webhooks?payment=${id}`)).body;
    const tries = deliveries.map(({ attempt, status }: { attempt: number; status: number }) => [attempt, status]);
    expect(tries).toEqual([
      [1, 500],
      [2, 302],
      [3, 200],
      [1, 200],
    ]);
    await receiver.close();
  });

  it('are logged with an error if no server listens', async () => {
    const receiver = await startReceiver();
    await receiver.close();
    const { id } = await sandbox.create({ webhookUrl: receiver.url });
    const answer = await sandbox.call('PUT', `/control/payments/${id}`, { status: 'paid', await: true });
    expect(answer.body['webhooks'].delivered[0]).toMatchObject({
      status: null,
      error: expect.stringMatching(/ECONNREFUSED/),
    });
  });

  it('are dropped rather than awaited if they are still delayed when the server closes', async () => {
    const receiver = await startReceiver();
    const closing = await startSandbox();
    const { id } = await closing.create({ webhookUrl: receiver.url });
    await closing.call('PUT', `/control/payments/${id}`, { status: 'paid', webhooks: { delay_ms: 3_600_000 } });
    await closing.close();
    expect(receiver.received).toHaveLength(0);
    await receiver.close();
  });
});
