import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, startSandbox } from './testing.ts';

let now = Date.now();
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => now });
});
afterAll(() => sandbox.close());

async function createPaid(fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await sandbox.create(fields);
  await sandbox.press(id, 'pay');
  return id as string;
}

const euros = (value: string) => ({ currency: 'EUR', value });

describe('refunds', () => {
  it('return a part, then the rest, and never more than was paid (MON-19)', async () => {
    const id = await createPaid();
    const part = await sandbox.call('POST', `/v2/payments/${id}/refunds`, {
      amount: euros('5.00'),
      description: 'Sorry',
    });
    expect(part.status).toBe(201);
    expect(part.body).toMatchObject({ resource: 'refund', status: 'pending', amount: euros('5.00'), paymentId: id });
    const tooMuch = await sandbox.call('POST', `/v2/payments/${id}/refunds`, { amount: euros('10.00') });
    expect(tooMuch.body).toMatchObject({ status: 422, field: 'amount' });
    await sandbox.call('POST', `/v2/payments/${id}/refunds`, {});
    expect((await sandbox.get(id)).body).toMatchObject({
      status: 'paid',
      amountRefunded: euros('14.99'),
      amountRemaining: euros('0.00'),
    });
    expect((await sandbox.call('POST', `/v2/payments/${id}/refunds`, {})).status).toBe(422);
    const list = await sandbox.call('GET', `/v2/payments/${id}/refunds`);
    expect(list.body['count']).toBe(2);
    expect(list.body['_embedded'].refunds.map(({ amount }: { amount: unknown }) => amount)).toEqual([
      euros('9.99'),
      euros('5.00'),
    ]);
  });

  it('are pending for a moment and then complete with another webhook', async () => {
    const receiver = await startReceiver();
    const id = await createPaid({ webhookUrl: receiver.url });
    const { body: refund } = await sandbox.call('POST', `/v2/payments/${id}/refunds`, {});
    await receiver.waitFor(2);
    now += 5000;
    expect((await sandbox.call('GET', `/v2/payments/${id}/refunds/${refund['id']}`)).body['status']).toBe('refunded');
    expect(await receiver.waitFor(3)).toHaveLength(3);
    await receiver.close();
  });

  it('no longer count once they have failed', async () => {
    const id = await createPaid();
    const { body: refund } = await sandbox.call('POST', `/v2/payments/${id}/refunds`, {});
    await sandbox.call('PUT', `/control/payments/${id}/refunds/${refund['id']}`, { status: 'failed' });
    expect((await sandbox.get(id)).body).toMatchObject({
      amountRefunded: euros('0.00'),
      amountRemaining: euros('14.99'),
    });
  });

  it('are created once per Idempotency-Key', async () => {
    const id = await createPaid();
    const send = () =>
      sandbox.call('POST', `/v2/payments/${id}/refunds`, { amount: euros('1.00') }, { 'idempotency-key': 'refund-1' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => body['id'] as string)).size).toBe(1);
    expect((await sandbox.get(id)).body['amountRefunded']).toEqual(euros('1.00'));
  });

  it('require a paid payment', async () => {
    const { id } = await sandbox.create();
    expect((await sandbox.call('POST', `/v2/payments/${id}/refunds`, {})).status).toBe(422);
    expect((await sandbox.call('GET', `/v2/payments/${id}/refunds/re_unknown`)).status).toBe(404);
  });

  it('can be made through the control API without the shop, which gets a webhook', async () => {
    const receiver = await startReceiver();
    const id = await createPaid({ webhookUrl: receiver.url });
    const { body } = await sandbox.call('POST', `/control/payments/${id}/refund`);
    expect(body).toMatchObject({ status: 'refunded', amount: euros('14.99') });
    expect(await receiver.waitFor(2)).toHaveLength(2);
    await receiver.close();
  });
});

describe('refunds that do not arrive', () => {
  it('can be canceled while pending, and then appear only in the list', async () => {
    const id = await createPaid();
    const { body } = await sandbox.call('POST', `/v2/payments/${id}/refunds`, { amount: euros('5.00') });
    const path = `/v2/payments/${id}/refunds/${body['id']}`;
    expect((await sandbox.call('DELETE', path)).status).toBe(204);
    expect((await sandbox.call('GET', path)).status).toBe(404);
    const { _embedded } = (await sandbox.call('GET', `/v2/payments/${id}/refunds`)).body;
    expect(_embedded.refunds).toMatchObject([{ id: body['id'], status: 'canceled' }]);
    expect((await sandbox.get(id)).body['amountRefunded']).toEqual(euros('0.00'));
  });

  it('cannot be canceled once the money is sent, but may still fail', async () => {
    const id = await createPaid();
    const { body } = await sandbox.call('POST', `/control/payments/${id}/refund`);
    const path = `payments/${id}/refunds/${body['id']}`;
    expect((await sandbox.call('DELETE', `/v2/${path}`)).status).toBe(422);
    await sandbox.call('PUT', `/control/${path}`, { status: 'failed' });
    expect((await sandbox.get(id)).body['amountRefunded']).toEqual(euros('0.00'));
  });
});

describe('chargebacks', () => {
  it('no longer count once reversed through the control API or the pay page', async () => {
    for (const byPage of [true, false]) {
      const id = await createPaid();
      const { body } = await sandbox.call('POST', `/control/payments/${id}/chargeback`, { amount: euros('9.99') });
      const path = `payments/${id}/chargebacks/${body['id']}`;
      if (byPage) await sandbox.press(id, 'reverse');
      else await sandbox.call('POST', `/control/${path}/reverse`);
      expect((await sandbox.get(id)).body).toMatchObject({ amountRemaining: euros('14.99') });
      expect((await sandbox.get(id)).body['amountChargedBack']).toBeUndefined();
      expect((await sandbox.call('GET', `/v2/${path}`)).body['reversedAt']).toEqual(expect.any(String));
    }
  });

  it('take the remaining amount by default, and up to the whole amount if requested', async () => {
    const id = await createPaid();
    await sandbox.call('POST', `/v2/payments/${id}/refunds`, { amount: euros('5.00') });
    const rest = await sandbox.call('POST', `/control/payments/${id}/chargeback`);
    expect(rest.body).toMatchObject({ resource: 'chargeback', amount: euros('9.99') });
    expect((await sandbox.get(id)).body).toMatchObject({
      amountChargedBack: euros('9.99'),
      amountRemaining: euros('0.00'),
    });
    const other = await createPaid();
    await sandbox.call('POST', `/v2/payments/${other}/refunds`, { amount: euros('5.00') });
    await sandbox.call('POST', `/control/payments/${other}/chargeback`, { amount: euros('14.99') });
    expect((await sandbox.get(other)).body['amountChargedBack']).toEqual(euros('14.99'));
    expect((await sandbox.call('GET', `/v2/payments/${other}/chargebacks`)).body['count']).toBe(1);
  });

  it('are refused above the paid amount, in another currency, and for unpaid payments', async () => {
    const id = await createPaid();
    const charge = (payment: string, amount?: unknown) =>
      sandbox.call('POST', `/control/payments/${payment}/chargeback`, { amount });
    expect((await charge(id, euros('15.00'))).status).toBe(422);
    expect((await charge(id, { currency: 'USD', value: '1.00' })).status).toBe(422);
    expect((await charge((await sandbox.create())['id'])).status).toBe(422);
  });
});
