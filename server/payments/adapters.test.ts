import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { catchFault, openAdapter, providerOrder } from '../../tests/support/adapters.ts';

const refund = {
  key: '',
  money: { minor: 500, currency: 'EUR' },
  description: 'Unused credits',
  reference: { memberId: toId<MemberId>('m'), paymentId: toId<PaymentId>('p') },
};

describe.each(['mollie', 'stripe'] as const)('the adapter for %s', async (name) => {
  const isMollie = name === 'mollie';
  const { sandbox, adapter, ...at } = await openAdapter(name);
  afterAll(sandbox.close);
  afterEach(() => at.fault('none'));

  it('creates a payment with everything the provider needs, and reads it back', async () => {
    const made = await adapter().createPayment(providerOrder());
    expect(made).toMatchObject({
      state: 'open',
      mode: 'test',
      money: { minor: 1_999, currency: 'EUR' },
      reference: { memberId: toId<MemberId>('m'), paymentId: toId<PaymentId>('p') },
      payPage: `${sandbox.url}/pay/${made.id}`,
      refundedMinor: 0,
      chargedBackMinor: 0,
      mandate: null,
      fingerprint: null,
      account: null,
      payerCountry: null,
      reversals: [],
      transfer: null,
    });
    expect(adapter().isPaymentId(made.id)).toBe(true);
    expect(await adapter().fetchPayment(made.id)).toEqual(made);
    const stored = async (id: string) =>
      (await sandbox.call('GET', isMollie ? `/v2/payments/${id}` : `/v1/checkout/sessions/${id}`)).body;
    const page = 'http://shop.test/transactions/1';
    expect(await stored(made.id)).toMatchObject(
      isMollie
        ? { locale: 'nb_NO', method: 'ideal', redirectUrl: page, cancelUrl: page }
        : {
            locale: 'nb',
            allowed_payment_method_types: ['ideal'],
            client_reference_id: 'p',
            success_url: page,
            cancel_url: page,
          },
    );
    const english = await adapter().createPayment(providerOrder({ language: 'en' }));
    expect(await stored(english.id)).toMatchObject({ locale: isMollie ? 'en_GB' : 'en-GB' });
  });

  it('creates one payment and one customer per key', async () => {
    const order = providerOrder();
    const made = await Promise.all(Array.from({ length: 5 }, () => adapter().createPayment(order)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const buyer = { key: crypto.randomUUID(), memberId: toId<MemberId>('m'), language: 'fi' as const };
    const customers = await Promise.all([adapter().createCustomer(buyer), adapter().createCustomer(buyer)]);
    expect(customers[0]).toBe(customers[1]);
    const { body } = await sandbox.call('GET', `/${isMollie ? 'v2' : 'v1'}/customers/${customers[0]}`);
    expect(body).toMatchObject({
      metadata: { member_id: 'm' },
      ...(isMollie && { locale: 'fi_FI', name: null, email: null }),
    });
  });

  it('reads the state of a payment from its status', async () => {
    const states = {
      open: 'open',
      pending: 'open',
      paid: 'paid',
      failed: 'failed',
      canceled: 'failed',
      expired: 'failed',
    };
    for (const [status, state] of Object.entries({ ...states, ...(isMollie && { authorized: 'open' }) })) {
      const { id } = await adapter().createPayment(providerOrder());
      await at.control(id, { status });
      expect(await adapter().fetchPayment(id), status).toMatchObject({
        id,
        state,
        money: { minor: 1_999, currency: 'EUR' },
      });
    }
  });

  it('tells live mode from test mode by the API key', () => {
    expect(adapter().mode).toBe('test');
    for (const key of isMollie ? ['live_x'] : ['sk_live_x', 'rk_live_x']) expect(adapter(1, key).mode).toBe('live');
  });

  it('finds no payment under an unknown id, and rejects ids of another shape', async () => {
    for (const id of isMollie ? ['tr_nobody'] : ['cs_test_unknown', 'pi_unknown'])
      expect(await adapter().fetchPayment(id)).toBeUndefined();
    const wrong = isMollie
      ? ['tr_1/../../methods', 'tr_', 'tr_a b', '', 'TR_1', `tr_${'a'.repeat(70)}`]
      : ['tr_1', 'cs_other_1', 'pi_', 'cs_test_../x', ''];
    expect(wrong.filter((text) => adapter().isPaymentId(text))).toEqual([]);
  });

  it('refunds once per key', async () => {
    const id = await at.paid();
    const keyed = { ...refund, key: crypto.randomUUID() };
    const made = await adapter().refundPayment(id, keyed);
    expect(await adapter().refundPayment(id, keyed)).toBe(made);
    expect(await adapter().fetchPayment(id)).toMatchObject({ state: 'paid', refundedMinor: 500, chargedBackMinor: 0 });
  });

  it('tells refunds that we asked for from those that somebody else made', async () => {
    const id = await at.paid();
    const key = crypto.randomUUID();
    await adapter().refundPayment(id, { ...refund, key });
    await sandbox.call('POST', `/control/payments/${id}/refund`);
    const found = await adapter().fetchPayment(id);
    expect(found?.reversals?.map((one) => one.key).toSorted()).toEqual([key, null]);
  });

  it('stores a card by its first payment and describes it', async () => {
    const { customer, mandate } = await at.first('mastercard');
    expect(await adapter().listMandates(customer)).toEqual([
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

  it('charges a stored card once per key, without a pay page', async () => {
    const { customer, mandate } = await at.first('visa');
    const key = crypto.randomUUID();
    const made = await at.again(customer, mandate, { key });
    const fingerprint = 'sandboxVisa4242';
    expect(made).toMatchObject({ state: 'paid', payPage: null, mandate, fingerprint, money: { minor: 1_999 } });
    expect((await at.again(customer, mandate, { key })).id).toBe(made.id);
    expect((await at.again(customer, mandate)).id).not.toBe(made.id);
    expect(adapter().isPaymentId(made.id)).toBe(true);
    expect(await adapter().fetchPayment(made.id)).toEqual(made);
  });

  it('reports a declined card as one failed payment per key', async () => {
    for (const card of isMollie ? ['insufficient'] : ['insufficient', 'expired']) {
      const { customer, mandate } = await at.first(card);
      const key = crypto.randomUUID();
      const made = await at.again(customer, mandate, { key });
      expect(made).toMatchObject({ state: 'failed', payPage: null, reference: { memberId: 'm', paymentId: 'p' } });
      expect((await at.again(customer, mandate, { key })).id).toBe(made.id);
      expect(await adapter().fetchPayment(made.id)).toMatchObject({ state: 'failed' });
    }
  });

  it('revokes a mandate and deletes a customer, even one that is already gone', async () => {
    const { customer, mandate } = await at.first('visa');
    await adapter().revokeMandate(customer, mandate);
    await adapter().revokeMandate(customer, mandate);
    expect(await adapter().listMandates(customer)).toEqual([]);
    expect(await catchFault(at.again(customer, mandate))).toBe('refused');
    const other = await at.first('visa');
    await adapter().deleteCustomer(other.customer);
    await adapter().deleteCustomer(other.customer);
    expect(await adapter().listMandates(other.customer)).toEqual([]);
    expect(await catchFault(at.again(other.customer, other.mandate))).toBe('refused');
    await adapter().revokeMandate(other.customer, other.mandate);
    expect(await adapter().listMandates(isMollie ? 'cst_unknown' : 'cus_unknown')).toEqual([]);
  });

  it('creates a direct debit mandate once per key, whose payments wait for the bank', async () => {
    const customer = await at.newCustomer();
    const details = { iban: 'NL91ABNA0417164300', holder: 'A. B.', email: 'a@b.test', reference: 'T-1' };
    const debit = { ...details, signedOn: new Date('2026-11-22'), key: crypto.randomUUID() };
    const mandate = await adapter().createDebitMandate(customer, debit);
    expect(mandate).toMatchObject({ state: 'valid', kind: 'direct_debit', lastDigits: '4300', expires: null });
    expect(await adapter().createDebitMandate(customer, debit)).toEqual(mandate);
    const made = await at.again(customer, mandate.id, { method: at.debit });
    expect(made).toMatchObject({ state: 'open', payPage: null, mandate: mandate.id });
    const wrong = { ...debit, iban: 'NL00', key: crypto.randomUUID() };
    expect(await catchFault(adapter().createDebitMandate(customer, wrong))).toBe('refused');
  });

  it.each(['html', 'wrong_json', 'error500', 'drop'])(
    'leaves an unknown outcome after %s, and a retry succeeds (FLT-07)',
    async (mode) => {
      const order = providerOrder();
      await at.fault(mode);
      expect(await catchFault(adapter().createPayment(order))).toBe('unknown');
      expect(await catchFault(adapter().fetchPayment(isMollie ? 'tr_1' : 'cs_test_1'))).toBe('unknown');
      expect(await catchFault(adapter().listMethods({ minor: 1_999, currency: 'EUR' }, 'NL'))).toBe('unknown');
      await at.fault('none');
      expect((await adapter().createPayment(order)).state).toBe('open');
    },
  );

  it('leaves an unknown outcome if the provider is too slow or does not listen, and creates no second payment', async () => {
    const order = providerOrder();
    await at.fault('slow', { delay_ms: 5_000, times: 1 });
    expect(await catchFault(adapter(100).createPayment(order))).toBe('unknown');
    const made = await adapter().createPayment(order);
    expect((await at.listed()).filter((id) => id === made.id)).toHaveLength(1);
    const nobody = adapter(200, undefined, 'http://127.0.0.1:9');
    expect(await catchFault(nobody.createPayment(providerOrder()))).toBe('unknown');
    expect(await catchFault(nobody.deleteCustomer('any'))).toBe('unknown');
  });

  it('believes a refusal of an order or a key, and does not reveal the key', async () => {
    const unknown = providerOrder({ method: isMollie ? 'swish' : 'paysafecard' });
    expect(await catchFault(adapter().createPayment(unknown))).toBe('refused');
    const wrong = isMollie ? 'test_wrong' : 'sk_test_wrong';
    const fault: unknown = await adapter(2_000, wrong)
      .createPayment(providerOrder())
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({ outcome: 'refused' });
    expect(inspect(fault)).not.toContain(wrong);
  });
});

describe('the adapter for Mollie', async () => {
  const { sandbox, adapter, ...at } = await openAdapter('mollie');
  afterAll(sandbox.close);

  it('lists the methods for a country, a currency and an amount', async () => {
    const dutch = await adapter().listMethods({ minor: 1_999, currency: 'EUR' }, 'NL');
    // The provider hides wallets, and direct debit unless a mandate is to be charged, if they are not requested.
    expect(dutch).toEqual(expect.arrayContaining(['ideal', 'creditcard', 'applepay', 'directdebit']));
    expect(new Set(dutch).size).toBe(dutch.length);
    const swedish = await adapter().listMethods({ minor: 1_999, currency: 'SEK' }, 'SE');
    expect(swedish).toContain('swish');
    expect(swedish).not.toContain('directdebit');
    expect(await adapter().listMethods({ minor: 200_000, currency: 'EUR' }, 'DE')).not.toContain('paysafecard');
  });

  it('reports a waiting mandate as pending, and a charge of it as refused', async () => {
    const waiting = await at.first('pending');
    expect(await adapter().listMandates(waiting.customer)).toMatchObject([{ state: 'pending' }]);
    expect(await catchFault(at.again(waiting.customer, waiting.mandate))).toBe('refused');
  });

  it('names the day on which a mandate was given', async () => {
    const customer = await at.newCustomer();
    const details = { iban: 'NL55INGB0000000000', holder: 'A. B.', email: 'a@b.test', reference: 'T-1' };
    const debit = { ...details, key: crypto.randomUUID(), signedOn: new Date('2026-11-22') };
    const { id } = await at.again(customer, (await adapter().createDebitMandate(customer, debit)).id, {
      method: 'directdebit',
    });
    const { body } = await sandbox.call('GET', `/v2/payments/${id}`);
    expect(body).toMatchObject({ status: 'pending', details: { signatureDate: '2026-11-22' } });
  });

  it('says where to send a bank transfer', async () => {
    const made = await adapter().createPayment(providerOrder({ method: 'banktransfer' }));
    expect(made.transfer).toEqual({
      iban: 'NL53ABNA0627535577',
      bic: 'ABNANL2A',
      holder: 'Sandbox Payments',
      reference: expect.stringMatching(/^RF12-/),
    });
  });

  it('follows the pages of a list', async () => {
    const ids = new Set<string>();
    for (let count = 0; count < 251; count += 1) ids.add((await adapter().createPayment(providerOrder())).id);
    expect((await at.listed()).filter((id) => ids.has(id))).toEqual([...ids].toReversed());
  });

  it('never repeats a response that cannot be read, because the response may name a buyer', async () => {
    const answer = '{"consumerName":"Anna Canary" "consumerAccount":"NL00CANARY"}';
    const garbled = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
    await once(garbled, 'listening');
    const { port } = garbled.address() as AddressInfo;
    const fault: unknown = await adapter(2_000, undefined, `http://127.0.0.1:${port}`)
      .fetchPayment('tr_1')
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({ outcome: 'unknown', message: 'the response is not JSON' });
    expect(`${(fault as Error).stack} ${inspect(fault, { depth: 9 })}`).not.toMatch(/anna|canary/i);
    garbled.close();
  });
});
