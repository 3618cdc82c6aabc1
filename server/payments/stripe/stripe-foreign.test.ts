import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { catchFault, openStripeAdapter, stripeOrder } from '../../../tests/support/stripe-adapter.ts';

let adapter: Awaited<ReturnType<typeof openStripeAdapter>>;
beforeAll(async () => {
  adapter = await openStripeAdapter();
});
afterAll(() => adapter.sandbox.close());

describe('a Stripe account that is also used for something else', () => {
  const since = new Date(Date.now() - 3_600_000);
  const listed = async () => {
    const ids = [];
    for await (const { id } of adapter.stripe().listPayments(since)) ids.push(id);
    return ids;
  };
  const put = (object: object) => adapter.sandbox.call('PUT', '/control/objects', object);
  const setup = {
    id: 'cs_test_setup',
    object: 'checkout.session',
    mode: 'setup',
    status: 'complete',
    payment_status: 'no_payment_required',
    amount_total: null,
    currency: null,
    livemode: false,
    created: Math.floor(Date.now() / 1_000),
    metadata: {},
    payment_intent: null,
  };

  it('may have foreign objects of any shape, which are ignored', async () => {
    const { id } = await adapter.stripe().createPayment(stripeOrder());
    await put(setup);
    await put({ ...setup, id: 'cs_test_other', metadata: null, payment_intent: 'pi_gone' });
    expect(await adapter.stripe().fetchPayment('cs_test_setup')).toBeUndefined();
    expect(await adapter.stripe().fetchPayment('cs_test_other')).toBeUndefined();
    const ids = await listed();
    expect(ids).toContain(id);
    expect(ids).not.toContain('cs_test_setup');
  });

  it('causes a fault if one of our own objects cannot be read', async () => {
    await put({ ...setup, id: 'cs_test_ours', metadata: { member_id: 'm', payment_id: 'p' } });
    expect(await catchFault(adapter.stripe().fetchPayment('cs_test_ours'))).toBe('unknown');
    expect(await catchFault(listed())).toBe('unknown');
    await put({ ...setup, id: 'cs_test_ours' });
  });

  it('can have old cards, refunds without a status and disputes in another currency', async () => {
    const { id } = await adapter.stripe().createPayment(stripeOrder({ method: 'card' }));
    const { body } = await adapter.control(id, { status: 'paid' });
    const intent = body['payment_intent'] as { id: string; latest_charge: string };
    await put({ ...intent, payment_method: 'card_1Old', sandbox: {} });
    const one = { payment_intent: intent.id, charge: intent.latest_charge, created: setup.created, metadata: {} };
    await put({ ...one, id: 're_new', object: 'refund', amount: 300, currency: 'eur', status: null });
    expect(await adapter.stripe().fetchPayment(id)).toMatchObject({ state: 'paid', refundedMinor: 300 });
    // An amount in another currency does not tell its share of the payment, so it counts as the whole.
    await put({ ...one, id: 'du_new', object: 'dispute', amount: 2_150, currency: 'usd', status: 'needs_response' });
    expect(await adapter.stripe().fetchPayment(id)).toMatchObject({ chargedBackMinor: 1_999 });
  });
});
