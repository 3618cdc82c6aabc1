import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { startSandbox, testKey } from '../../../mocks/payment-provider/testing.ts';
import { createMollie } from './mollie.ts';
import { ProviderFault, type ProviderOrder } from '../provider.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
afterEach(() => sandbox.call('PUT', '/control/faults', { mode: 'none' }));

const mollie = (timeout = 2_000, apiKey = testKey) => createMollie({ url: sandbox.url, apiKey, timeout });

const order = (fields: Partial<ProviderOrder> = {}): ProviderOrder => ({
  key: crypto.randomUUID(),
  money: { minor: 1_999, currency: 'EUR' },
  method: 'ideal',
  sequence: 'oneoff',
  customer: null,
  mandate: null,
  description: 'Tealight: 120 credits',
  language: 'nb',
  returnUrl: 'http://shop.test/transactions/1',
  webhookUrl: 'http://127.0.0.1:9/hook',
  reference: { memberId: 'm', paymentId: 'p' },
  ...fields,
});

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    (error: unknown) => (error instanceof ProviderFault ? error.outcome : error),
  );

describe('the adapter', () => {
  it('creates a payment with everything the provider needs, and reads it back', async () => {
    const made = await mollie().createPayment(order());
    expect(made).toMatchObject({
      state: 'open',
      mode: 'test',
      money: { minor: 1_999, currency: 'EUR' },
      reference: { memberId: 'm', paymentId: 'p' },
      payPage: `${sandbox.url}/pay/${made.id}`,
      refundedMinor: 0,
      chargedBackMinor: 0,
      mandate: null,
      fingerprint: null,
      account: null,
      payerCountry: null,
      transfer: null,
    });
    expect(await mollie().fetchPayment(made.id)).toEqual(made);
    const { body } = await sandbox.get(made.id);
    expect(body).toMatchObject({ locale: 'nb_NO', method: 'ideal', cancelUrl: 'http://shop.test/transactions/1' });
  });

  it('creates one payment per key', async () => {
    const one = order();
    const made = await Promise.all([mollie().createPayment(one), mollie().createPayment(one)]);
    expect(made[0].id).toBe(made[1].id);
  });

  it.each([
    ['paid', 'paid'],
    ['pending', 'open'],
    ['authorized', 'open'],
    ['canceled', 'failed'],
    ['expired', 'failed'],
    ['failed', 'failed'],
  ])('reads the status %s as %s', async (status, state) => {
    const { id } = await mollie().createPayment(order());
    await sandbox.call('PUT', `/control/payments/${id}`, { status, webhooks: { times: 0 } });
    expect(await mollie().fetchPayment(id)).toMatchObject({ state });
  });

  it('tells live mode from test mode by the API key', () => {
    expect(mollie(1, 'live_x').mode).toBe('live');
    expect(mollie(1, 'test_x').mode).toBe('test');
  });

  it('finds nothing under an id that does not exist', async () => {
    expect(await mollie().fetchPayment('tr_nobody')).toBeUndefined();
  });

  it.each(['tr_1/../../methods', 'tr_', 'tr_a b', '', 'TR_1', `tr_${'a'.repeat(70)}`])(
    'does not take "%s" for a payment id',
    (text) => {
      expect(mollie().isPaymentId(text)).toBe(false);
    },
  );

  it('lists the methods for a country, a currency and an amount', async () => {
    const dutch = await mollie().listMethods({ minor: 1_999, currency: 'EUR' }, 'NL');
    // The provider hides wallets, and direct debit unless a mandate is to be charged, if they are not requested.
    expect(dutch).toEqual(expect.arrayContaining(['ideal', 'creditcard', 'applepay', 'directdebit']));
    expect(new Set(dutch).size).toBe(dutch.length);
    expect(await mollie().listMethods({ minor: 1_999, currency: 'SEK' }, 'SE')).toContain('swish');
    expect(await mollie().listMethods({ minor: 1_999, currency: 'SEK' }, 'SE')).not.toContain('directdebit');
    expect(await mollie().listMethods({ minor: 200_000, currency: 'EUR' }, 'DE')).not.toContain('paysafecard');
  });

  it('refunds once per key', async () => {
    const { id } = await mollie().createPayment(order());
    await sandbox.call('PUT', `/control/payments/${id}`, { status: 'paid', webhooks: { times: 0 } });
    const refund = {
      key: crypto.randomUUID(),
      money: { minor: 500, currency: 'EUR' },
      description: 'half a year',
      reference: { memberId: 'm', paymentId: 'p' },
    };
    const ids = [await mollie().refundPayment(id, refund), await mollie().refundPayment(id, refund)];
    expect(ids[0]).toBe(ids[1]);
    expect(await mollie().fetchPayment(id)).toMatchObject({ state: 'paid', refundedMinor: 500 });
    const { body } = await sandbox.call('GET', `/v2/payments/${id}/refunds`);
    expect(body['_embedded'].refunds).toMatchObject([{ metadata: { member_id: 'm', payment_id: 'p' } }]);
  });
});

describe('customers and mandates', () => {
  const customer = () => mollie().createCustomer({ key: crypto.randomUUID(), memberId: 'm', language: 'fi' as const });

  const first = async (card: string) => {
    const buyer = await customer();
    const made = await mollie().createPayment(order({ method: 'creditcard', sequence: 'first', customer: buyer }));
    await sandbox.call('PUT', `/control/payments/${made.id}`, { status: 'paid', card, webhooks: { times: 0 } });
    return { buyer, mandate: made.mandate };
  };

  const again = (buyer: string, mandate: string | null, fields: Partial<ProviderOrder> = {}) =>
    mollie().createPayment(order({ method: 'creditcard', sequence: 'recurring', customer: buyer, mandate, ...fields }));

  it('create one customer per key', async () => {
    const buyer = { key: crypto.randomUUID(), memberId: 'm', language: 'fi' as const };
    const made = await Promise.all([mollie().createCustomer(buyer), mollie().createCustomer(buyer)]);
    expect(made[0]).toBe(made[1]);
    const { body } = await sandbox.call('GET', `/v2/customers/${made[0]}`);
    expect(body).toMatchObject({ locale: 'fi_FI', metadata: { member_id: 'm' }, name: null, email: null });
  });

  it('store a card by its first payment and describe it', async () => {
    const { buyer, mandate } = await first('mastercard');
    expect(await mollie().listMandates(buyer)).toEqual([
      {
        id: mandate,
        state: 'valid',
        kind: 'card',
        label: 'Mastercard',
        lastDigits: '4444',
        expires: '2033-08',
        fingerprint: 'sandboxMastercard4444',
      },
    ]);
  });

  it('charge a stored card without a pay page, once per key', async () => {
    const { buyer, mandate } = await first('visa');
    const key = crypto.randomUUID();
    const made = await again(buyer, mandate, { key });
    const fingerprint = 'sandboxVisa4242';
    expect(made).toMatchObject({ state: 'paid', payPage: null, mandate, fingerprint, money: { minor: 1_999 } });
    expect((await again(buyer, mandate, { key })).id).toBe(made.id);
    expect((await again(buyer, mandate)).id).not.toBe(made.id);
  });

  it('report a declined card as a failed payment, and a waiting mandate as pending', async () => {
    const declined = await first('insufficient');
    expect(await again(declined.buyer, declined.mandate)).toMatchObject({ state: 'failed' });
    const waiting = await first('pending');
    expect(await mollie().listMandates(waiting.buyer)).toMatchObject([{ state: 'pending' }]);
    expect(await faultOf(again(waiting.buyer, waiting.mandate))).toBe('refused');
  });

  it('revoke a mandate, even one that is already gone, and read the empty answer', async () => {
    const { buyer, mandate } = await first('visa');
    await mollie().revokeMandate(buyer, mandate ?? '');
    await mollie().revokeMandate(buyer, mandate ?? '');
    expect(await mollie().listMandates(buyer)).toEqual([]);
    expect(await faultOf(again(buyer, mandate))).toBe('refused');
  });

  it('list no mandates for a deleted or unknown customer', async () => {
    const { buyer } = await first('visa');
    await sandbox.call('DELETE', `/v2/customers/${buyer}`);
    expect(await mollie().listMandates(buyer)).toEqual([]);
    expect(await mollie().listMandates('cst_unknown')).toEqual([]);
  });

  it('create a direct debit mandate once per key, with payments that wait for the bank', async () => {
    const buyer = await customer();
    const debit = {
      iban: 'NL55INGB0000000000',
      holder: 'A. B.',
      email: 'a@b.test',
      reference: 'T-1',
      signedOn: new Date('2026-11-22'),
    };
    const keyed = { ...debit, key: crypto.randomUUID() };
    const mandate = await mollie().createDebitMandate(buyer, keyed);
    expect(mandate).toMatchObject({ state: 'valid', kind: 'direct_debit', lastDigits: '0000', expires: null });
    expect(await mollie().createDebitMandate(buyer, keyed)).toEqual(mandate);
    const made = await again(buyer, mandate.id, { method: 'directdebit' });
    expect(made).toMatchObject({ state: 'open', payPage: null, mandate: mandate.id });
    const { body } = await sandbox.get(made.id);
    expect(body).toMatchObject({ status: 'pending', details: { signatureDate: '2026-11-22' } });
  });

  it('say where to send a bank transfer', async () => {
    const made = await mollie().createPayment(order({ method: 'banktransfer' }));
    expect(made.transfer).toEqual({
      iban: 'NL53ABNA0627535577',
      bic: 'ABNANL2A',
      holder: 'Sandbox Payments',
      reference: expect.stringMatching(/^RF12-/),
    });
  });

  it('follow the pages of a list', async () => {
    const ids = new Set<string>();
    for (let count = 0; count < 251; count += 1) ids.add((await mollie().createPayment(order())).id);
    const listed: string[] = [];
    for await (const { id } of mollie().listPayments(new Date(0))) listed.push(id);
    expect(listed.filter((id) => ids.has(id))).toEqual([...ids].toReversed());
  });
});

describe('a provider that misbehaves', () => {
  it.each(['html', 'wrong_json', 'error500', 'drop'])('leaves an unknown outcome after %s (FLT-07)', async (mode) => {
    await sandbox.call('PUT', '/control/faults', { mode });
    expect(await faultOf(mollie().createPayment(order()))).toBe('unknown');
    expect(await faultOf(mollie().fetchPayment('tr_1'))).toBe('unknown');
    expect(await faultOf(mollie().listMethods({ minor: 1, currency: 'EUR' }, 'NL'))).toBe('unknown');
  });

  it('is never quoted if its answer cannot be read, because the answer may name a buyer', async () => {
    const answer = '{"consumerName":"Anna Canary" "consumerAccount":"NL00CANARY"}';
    const garbled = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
    await once(garbled, 'listening');
    const { port } = garbled.address() as AddressInfo;
    const provider = createMollie({ url: `http://127.0.0.1:${port}`, apiKey: testKey });
    const fault = await provider.fetchPayment('tr_1').catch((error: unknown) => error);
    expect(fault).toMatchObject({ outcome: 'unknown', message: 'the answer is not JSON' });
    expect(`${(fault as Error).stack} ${inspect(fault, { depth: 9 })}`).not.toMatch(/anna|canary/i);
    garbled.close();
  });

  it('leaves an unknown outcome when it is too slow (FLT-07)', async () => {
    await sandbox.call('PUT', '/control/faults', { mode: 'slow', delay_ms: 5_000 });
    expect(await faultOf(mollie(100).createPayment(order()))).toBe('unknown');
  });

  it('leaves an unknown outcome when nothing listens', async () => {
    const nobody = createMollie({ url: 'http://127.0.0.1:9', apiKey: testKey });
    expect(await faultOf(nobody.createPayment(order()))).toBe('unknown');
  });

  it('is believed when it refuses an order or a key', async () => {
    expect(await faultOf(mollie().createPayment(order({ method: 'swish' })))).toBe('refused');
    expect(await faultOf(mollie(2_000, 'test_wrong').createPayment(order()))).toBe('refused');
  });
});
