import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { cardsAt } from '../../tests/support/stored-cards.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ providers: { default: 'mollie' } });
});
afterAll(() => shop.close());

it('a method that a site has switched off is neither offered nor accepted, not even by stored card', async () => {
  const { withCard, repeat } = cardsAt(() => shop);
  const { buyer, card, paymentId } = await withCard();
  const offered = async () => (await buyer.call('listBundles')).body;
  expect((await offered()).paymentmethods).toEqual(expect.arrayContaining(['credit_card', 'ideal', 'paypal']));
  await shop.setProviders({ default: 'mollie', credit_card: 'off', ideal: 'off', sepa_direct_debit: 'off' });
  const { paymentmethods, methods_missing: isMissing } = await offered();
  for (const method of ['credit_card', 'ideal', 'sepa_direct_debit']) expect(paymentmethods).not.toContain(method);
  expect(paymentmethods).toContain('paypal');
  expect(isMissing).toBe(false);
  const refused = { status: 422, body: { error: 'payment.method' } };
  expect(await shop.order(buyer, { paymentmethod: 'ideal' })).toMatchObject(refused);
  expect(await repeat(buyer, card)).toMatchObject(refused);
  const account = { iban: 'NL91ABNA0417164300', phone: '0612345678', holder: 'Robin Haan' };
  const debit = { bundle: 'medium', ...account, idempotency_key: randomUUID() };
  expect(await buyer.call('startDirectDebit', debit)).toMatchObject(refused);
  // The fallback list does not contain it either.
  await shop.fault('error500');
  const visitor = shop.test.client();
  expect((await visitor.call('listBundles', { country: 'AU' })).body.paymentmethods).toEqual([
    'visa',
    'mastercard',
    'paypal',
  ]);
  await shop.fault('none');
  // Existing orders keep their method.
  expect((await buyer.call('getPayment', { id: paymentId })).body.payment.paymentmethod).toBe('credit_card');
});
