import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { messages, newestCode, nextAccount, start } from '../../../tests/support/direct-debit.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { hourMs } from '../../platform/clock.ts';
import { purgeDebits } from './purge-debits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ providers: { default: 'mollie' } });
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.fault('none');
  await shop.stripe.call('PUT', '/control/faults', { mode: 'none' });
  await shop.setProviders({ default: 'mollie' });
});

describe('a bank account that the provider does not debit', () => {
  it.each([
    ['mollie', 'GB82WEST12345698765432'],
    ['mollie', 'CH9300762011623852957'],
    ['mollie', 'AL47212110090000000235698741'],
    ['stripe', 'GB29NWBK60161331926819'],
    ['stripe', 'CH9300762011623852957'],
    ['stripe', 'SM86U0322509800000000270100'],
  ] as const)('is refused by %s before a code is sent: %s', async (provider, iban) => {
    await shop.setProviders({ default: provider });
    const sent = (await messages(shop.test)).length;
    const answer = await start(await shop.test.member(), { iban });
    expect(answer).toMatchObject({ status: 422, body: { fields: { iban: 'iban.country' } } });
    expect(await messages(shop.test)).toHaveLength(sent);
  });

  it('is debited by a provider that supports its country', async () => {
    const buyer = await shop.test.member();
    const { id } = (await start(buyer, { iban: 'SM86U0322509800000000270100' })).body;
    const code = await newestCode(shop.test);
    expect((await buyer.call('confirmDirectDebit', { id, code })).body.payment?.status).toBe('pending');
  });

  it('is refused on confirmation if the site has changed its provider since', async () => {
    const buyer = await shop.test.member();
    const { id } = (await start(buyer, { iban: 'SM86U0322509800000000270100' })).body;
    const code = await newestCode(shop.test);
    await shop.setProviders({ default: 'stripe' });
    expect(await buyer.call('confirmDirectDebit', { id, code })).toMatchObject({
      status: 422,
      body: { error: 'debit.refused' },
    });
  });
});

describe.each(['mollie', 'stripe'] as const)('a mandate that %s refuses', (provider) => {
  const path = provider === 'mollie' ? '/mandates' : '/v1/setup_intents';
  const call = (body: object) =>
    (provider === 'mollie' ? shop.sandbox : shop.stripe).call('PUT', '/control/faults', body);

  async function begun() {
    await shop.setProviders({ default: provider });
    const buyer = await shop.test.member();
    const { id } = (await start(buyer, { iban: nextAccount() })).body;
    return { buyer, id, code: await newestCode(shop.test) };
  }

  it('is answered as a refusal, and the direct debit ends and forgets its account number', async () => {
    const { buyer, id, code } = await begun();
    await call({ mode: 'refuse', path });
    const confirm = () => buyer.call('confirmDirectDebit', { id, code });
    const refused = { status: 422, body: { error: 'debit.refused' } };
    expect(await confirm()).toMatchObject(refused);
    await call({ mode: 'none' });
    // Asking again still reports the refusal, not a passing fault.
    expect(await confirm()).toMatchObject(refused);
    expect((await buyer.call('getDirectDebit', { id })).body).toMatchObject({ state: 'refused', payment: null });
    const [row] = await shop.test.sql('select sealed, mandate_id, payment_id from debits where debit_id = $1', [id]);
    expect(row).toEqual({ sealed: null, mandate_id: null, payment_id: null });
    await expect(shop.test.sql("update debits set mandate_id = 'mdt_late' where debit_id = $1", [id])).rejects.toThrow(
      /debits_refused/,
    );
    // Another account of the member is a separate direct debit.
    const next = (await start(buyer, { iban: nextAccount() })).body.id;
    const answer = await buyer.call('confirmDirectDebit', { id: next, code: await newestCode(shop.test) });
    expect(answer.body.payment?.status).toBe('pending');
  });

  it('stays signed after an unknown outcome, and expires once the account number is purged', async () => {
    const { buyer, id, code } = await begun();
    await call({ mode: 'error500', path });
    const confirm = () => buyer.call('confirmDirectDebit', { id, code });
    expect((await confirm()).body['error']).toBe('payment.provider');
    expect((await buyer.call('getDirectDebit', { id })).body.state).toBe('signed');
    shop.test.clock.move(3 * hourMs);
    await purgeDebits(shop.test.context);
    expect((await confirm()).body['error']).toBe('debit.expired');
    expect((await buyer.call('getDirectDebit', { id })).body.state).toBe('expired');
  });
});

it('a direct debit whose payment the provider refuses is a failed order', async () => {
  const buyer = await shop.test.member();
  const { id } = (await start(buyer, { iban: nextAccount() })).body;
  const code = await newestCode(shop.test);
  await shop.sandbox.call('PUT', '/control/faults', { mode: 'refuse', path: '/v2/payments' });
  const answer = await buyer.call('confirmDirectDebit', { id, code });
  expect(answer.status).toBe(200);
  const payment = await buyer.call('getPayment', { id: answer.body.payment?.payment_id ?? '' });
  expect(payment.body.payment).toMatchObject({ status: 'failed', paymentmethod: 'sepa_direct_debit' });
});

it('a mandate requires the name of the holder, and the provider also gets the email address', async () => {
  await shop.setProviders({ default: 'stripe' });
  const buyer = await shop.test.member();
  for (const holder of ['', '  \n ', '\u200b'])
    expect(await start(buyer, { iban: nextAccount(), holder })).toMatchObject({
      status: 422,
      body: { fields: { holder: 'field.missing' } },
    });
  const { id } = (await start(buyer, { iban: nextAccount(), holder: 'Ada Bakker' })).body;
  await buyer.call('confirmDirectDebit', { id, code: await newestCode(shop.test) });
  const [debit] = await shop.test.sql<{ mandate_id: string; email: string }>(
    'select mandate_id, email from debits join members using (member_id) where debit_id = $1',
    [id],
  );
  const { body } = await shop.stripe.call('GET', `/v1/payment_methods/${debit?.mandate_id}`);
  expect(body['billing_details']).toMatchObject({ name: 'Ada Bakker', email: debit?.email });
});
