import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderFields, startSandbox } from './testing.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const order = (fault: Record<string, unknown>) => sandbox.call('PUT', '/control/faults', fault);
const countPayments = async () => (await sandbox.call('GET', '/v2/payments?limit=250')).body['count'] as number;

it('drop stores the payment and cuts the connection, and a retry with the same key finds it (FLT-07)', async () => {
  const before = await countPayments();
  const headers = { 'idempotency-key': 'dropped' };
  await order({ mode: 'drop', times: 2 });
  await expect(sandbox.create({}, headers)).rejects.toThrow(TypeError);
  await expect(sandbox.create({}, headers)).rejects.toThrow(TypeError);
  const { status, body } = await sandbox.call('POST', '/v2/payments', orderFields, headers);
  expect([status, body['status']]).toEqual([201, 'open']);
  expect(await countPayments()).toBe(before + 1);
});

it('error500, html and wrong_json create no payment, for as many calls as requested', async () => {
  const before = await countPayments();
  const send = () =>
    fetch(`${sandbox.url}/v2/payments`, {
      method: 'POST',
      headers: { authorization: 'Bearer test_key', 'content-type': 'application/json' },
      body: JSON.stringify(orderFields),
    });
  await order({ mode: 'error500', times: 1 });
  const error = await send();
  expect([error.status, await error.json()]).toMatchObject([500, { status: 500, title: 'Internal Server Error' }]);
  await order({ mode: 'html', times: 1 });
  const html = await send();
  expect([html.status, html.headers.get('content-type')]).toEqual([502, 'text/html']);
  await order({ mode: 'wrong_json', times: 1 });
  await expect((await send()).json()).rejects.toThrow(SyntaxError);
  expect(await countPayments()).toBe(before);
  expect((await send()).status).toBe(201);
});

it('a fault without a count stays until it is removed', async () => {
  await order({ mode: 'error500' });
  for (let call = 0; call < 3; call += 1) expect((await sandbox.get('tr_any')).status).toBe(500);
  await order({ mode: 'none' });
  expect((await sandbox.get('tr_any')).status).toBe(404);
});

it('a counted fault hits later calls and is not used up by a webhook that is still under way', async () => {
  const answers: number[] = [];
  const receiver = createServer((_request, response) => {
    void sandbox.get('tr_any').then(({ status }) => {
      answers.push(status);
      response.end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  for (let turn = 0; turn < 20; turn += 1) {
    const { id } = await sandbox.create({ webhookUrl, method: 'banktransfer' });
    // Sends a webhook without waiting for the receiver.
    await sandbox.call('DELETE', `/v2/payments/${id}`);
    await order({ mode: 'error500', times: 1 });
    expect((await sandbox.get('tr_any')).status).toBe(500);
  }
  expect([answers.length, new Set(answers)]).toEqual([20, new Set([404])]);
  receiver.close();
});

it('slow stores the payment at once, so that its status can change before the answer (FLT-08)', async () => {
  const slow = await startSandbox();
  await slow.call('PUT', '/control/faults', { mode: 'slow', delay_ms: 3_600_000, times: 1 });
  let answered = false;
  const answer = slow.create({ description: 'slow one' }).finally(() => {
    answered = true;
  });
  while ((await slow.call('GET', '/control/faults')).body['mode'] === 'slow');
  const { body: list } = await slow.call('GET', '/v2/payments');
  const stored = list['_embedded'].payments[0] as { id: string };
  await slow.press(stored.id, 'pay');
  expect((await slow.get(stored.id)).body['status']).toBe('paid');
  expect(answered).toBe(false);
  await Promise.all([slow.close(), answer.catch(() => undefined)]);
});

it('faults do not apply to the pay page or the control API', async () => {
  const { id } = await sandbox.create();
  await order({ mode: 'error500' });
  expect((await sandbox.page(id)).status).toBe(200);
  expect((await order({ mode: 'none' })).status).toBe(200);
  expect((await order({ mode: 'burn' })).body).toMatchObject({ status: 422, field: 'mode' });
});

const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

it.skipIf(outside === undefined)('the control API answers 403 to callers from another machine', async () => {
  const open = await startSandbox({ host: '0.0.0.0' });
  const control = await fetch(`http://${outside}:${open.port}/control/webhooks`);
  expect(control.status).toBe(403);
  expect((await fetch(`http://${outside}:${open.port}/pay/tr_any`)).status).toBe(404);
  expect((await open.call('GET', '/control/webhooks')).status).toBe(200);
  await open.close();
});
