import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { catchFault, openStripeAdapter, stripeOrder } from '../../../tests/support/stripe-adapter.ts';

let adapter: Awaited<ReturnType<typeof openStripeAdapter>>;
beforeAll(async () => {
  adapter = await openStripeAdapter();
});
afterAll(() => adapter.sandbox.close());

describe('stored cards', () => {
  it('are stored by a first payment and described', async () => {
    const { customer, mandate } = await adapter.first('mastercard');
    expect(await adapter.stripe().listMandates(customer)).toMatchObject([
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

  it('are not stored by any other payment', async () => {
    const customer = await adapter.newCustomer();
    const { id } = await adapter.stripe().createPayment(stripeOrder({ method: 'card', customer }));
    await adapter.sandbox.press(id, 'pay', 'visa');
    expect(await adapter.stripe().fetchPayment(id)).toMatchObject({ state: 'paid', mandate: null });
    expect(await adapter.stripe().listMandates(customer)).toEqual([]);
  });

  it('are charged once per key, without a pay page', async () => {
    const { customer, mandate } = await adapter.first('visa');
    const key = crypto.randomUUID();
    const made = await adapter.again(customer, mandate, { key });
    expect(made).toMatchObject({
      state: 'paid',
      payPage: null,
      mandate,
      fingerprint: 'sandboxVisa4242',
      money: { minor: 1_999 },
    });
    expect((await adapter.again(customer, mandate, { key })).id).toBe(made.id);
    expect((await adapter.again(customer, mandate)).id).not.toBe(made.id);
    expect(adapter.stripe().isPaymentId(made.id)).toBe(true);
    expect(await adapter.stripe().fetchPayment(made.id)).toEqual(made);
  });

  it.each(['insufficient', 'expired'])('lead to one failed payment per key if the card is %s', async (card) => {
    const { customer, mandate } = await adapter.first(card);
    const key = crypto.randomUUID();
    const made = await adapter.again(customer, mandate, { key });
    expect(made).toMatchObject({ state: 'failed', payPage: null, reference: { memberId: 'm', paymentId: 'p' } });
    expect((await adapter.again(customer, mandate, { key })).id).toBe(made.id);
    expect(await adapter.stripe().fetchPayment(made.id)).toMatchObject({ state: 'failed' });
  });

  it('can require the buyer to confirm a charge on a page of the bank', async () => {
    const { customer, mandate } = await adapter.first('pending');
    const made = await adapter.again(customer, mandate);
    expect(made).toMatchObject({ state: 'open', payPage: `${adapter.sandbox.url}/pay/${made.id}`, mandate });
    expect(await adapter.stripe().fetchPayment(made.id)).toEqual(made);
    const back = (await adapter.sandbox.press(made.id, 'pay')).headers.get('location') ?? '';
    expect(back).toMatch(/^http:\/\/shop\.test\/transactions\/1\?.*redirect_status=succeeded/);
    expect(await adapter.stripe().fetchPayment(made.id)).toMatchObject({ state: 'paid', payPage: null });
  });

  it('fail if the buyer does not confirm at the bank, is too late or cancels', async () => {
    const { customer, mandate } = await adapter.first('pending');
    const denied = await adapter.again(customer, mandate);
    await adapter.sandbox.press(denied.id, 'fail');
    expect(await adapter.stripe().fetchPayment(denied.id)).toMatchObject({ state: 'failed', payPage: null });
    const late = await adapter.again(customer, mandate);
    adapter.clock.now += 25 * 3_600_000;
    expect(await adapter.stripe().fetchPayment(late.id)).toMatchObject({ state: 'failed', payPage: null });
    adapter.clock.now -= 25 * 3_600_000;
    const left = await adapter.again(customer, mandate);
    await adapter.stripe().cancelPayment(left.id);
    expect(await adapter.stripe().fetchPayment(left.id)).toMatchObject({ state: 'failed', payPage: null });
    const { body } = await adapter.sandbox.call('GET', `/v1/payment_intents/${late.id}`);
    expect(body['status']).toBe('canceled');
  });

  it('can be removed, and removing a card again is no fault', async () => {
    const { customer, mandate } = await adapter.first('visa');
    await adapter.stripe().revokeMandate(customer, mandate);
    expect(await adapter.stripe().listMandates(customer)).toEqual([]);
    await adapter.stripe().revokeMandate(customer, mandate);
    expect(await catchFault(adapter.again(customer, mandate))).toBe('refused');
  });

  it('do not exist for an unknown customer', async () => {
    expect(await adapter.stripe().listMandates('cus_unknown')).toEqual([]);
  });
});

describe('a direct debit', () => {
  const debit = {
    iban: 'NL91ABNA0417164300',
    holder: 'A. Buyer',
    email: 'a@buyer.test',
    reference: 'T-1',
    signedOn: new Date(),
  };

  it('needs a mandate, made once per key, and is paid after two days', async () => {
    const customer = await adapter.newCustomer();
    const key = crypto.randomUUID();
    const mandate = await adapter.stripe().createDebitMandate(customer, { ...debit, key });
    expect(mandate).toMatchObject({ state: 'valid', kind: 'direct_debit', lastDigits: '4300' });
    expect(await adapter.stripe().createDebitMandate(customer, { ...debit, key })).toEqual(mandate);
    const made = await adapter.again(customer, mandate.id, { method: 'sepa_debit' });
    expect(made.state).toBe('open');
    await adapter.sandbox.call('PUT', '/control/clock', { days: 2 });
    expect((await adapter.stripe().fetchPayment(made.id))?.state).toBe('paid');
  });

  it('fails if the bank returns it', async () => {
    const customer = await adapter.newCustomer();
    const mandate = await adapter.stripe().createDebitMandate(customer, { ...debit, key: crypto.randomUUID() });
    await adapter.sandbox.call('PUT', `/control/mandates/${mandate.id}`, { failure: 'AM04' });
    const made = await adapter.again(customer, mandate.id, { method: 'sepa_debit' });
    await adapter.sandbox.call('PUT', '/control/clock', { days: 2 });
    expect((await adapter.stripe().fetchPayment(made.id))?.state).toBe('failed');
  });

  it('with a wrong IBAN is refused', async () => {
    const customer = await adapter.newCustomer();
    const wrong = { ...debit, iban: 'NL00', key: crypto.randomUUID() };
    expect(await catchFault(adapter.stripe().createDebitMandate(customer, wrong))).toBe('refused');
  });
});
