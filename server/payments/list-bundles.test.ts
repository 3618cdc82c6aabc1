import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { countryCodes } from '../../contract/platform/countries.ts';
import { type Shop, openShop } from '../../tests/support/payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const list = (country?: string) => shop.test.client().call('listBundles', country ? { country } : {});

describe('the bundles', () => {
  it("have the country's prices and show the price of one message", async () => {
    const { body } = await list('NL');
    expect(body).toMatchObject({ country: 'NL', currency: 'EUR', transaction_fee: 0, credits: null });
    expect(body.bundles.map(({ id, credits, amount }) => [id, credits, amount])).toEqual([
      ['small', 50, 999],
      ['medium', 120, 1_999],
      ['large', 300, 4_499],
      ['grand', 700, 9_499],
    ]);
    for (const bundle of body.bundles) {
      expect(bundle.messages).toBe(Math.floor(bundle.credits / body.message_credits));
      expect(bundle.message_amount).toBe(Math.ceil((bundle.amount * body.message_credits) / bundle.credits));
    }
    expect((await list('PL')).body.bundles[0]).toMatchObject({ amount: 4_299, currency: 'PLN' });
  });

  it('exist in every country, with at least three payment methods', async () => {
    for (const country of countryCodes) {
      const { body } = await list(country);
      expect(body.bundles, country).toHaveLength(4);
      expect(body.paymentmethods.length, country).toBeGreaterThan(2);
    }
  });

  it('come with the payment methods that the provider offers in the country', async () => {
    expect((await list('NL')).body.paymentmethods).toContain('ideal');
    expect((await list('DE')).body.paymentmethods).not.toContain('ideal');
    expect((await list('PL')).body.paymentmethods).toEqual(expect.arrayContaining(['blik', 'przelewy24', 'visa']));
  });

  it('use the country of the member and come with their balance', async () => {
    const member = await shop.test.member({ country: 'SE', town: 'se-stockholm' });
    const { body } = await member.call('listBundles');
    expect(body).toMatchObject({ country: 'SE', currency: 'SEK' });
    expect(typeof body.credits).toBe('number');
  });

  it('take the price of the most specific scope that has one', async () => {
    await shop.test.sql(
      `insert into bundles values ('niche:1', 'small', 55, 1), ('domain:other.test', 'small', 60, 1)`,
    );
    await shop.test.sql(
      `insert into bundle_prices (scope, bundle_id, country, amount, currency, valid_from)
       values ('niche:1', 'small', 'FI', 1099, 'EUR', $1), ('domain:other.test', 'small', 'FI', 1199, 'EUR', $1)`,
      [shop.test.clock.now()],
    );
    expect((await list('FI')).body.bundles[0]).toMatchObject({ id: 'small', credits: 55, amount: 1_099 });
    expect((await list('AT')).body.bundles[0]).toMatchObject({ id: 'small', credits: 50, amount: 999 });
  });

  it('come with fallback methods while the provider fails, or with the last known ones', async () => {
    await shop.fault('html');
    expect((await list('CA')).body.paymentmethods).toEqual(expect.arrayContaining(['credit_card', 'paypal']));
    shop.test.clock.move(90_000);
    expect((await list('NL')).body.paymentmethods).toContain('ideal');
    await shop.fault('none');
  });

  it('do not wait for a slow provider', async () => {
    // Longer than the test timeout: the test passes only because nothing waits for the provider.
    await shop.fault('slow', { delay_ms: 120_000 });
    await shop.setPrice('grand', 'IE', 9_500);
    expect((await list('IE')).body.paymentmethods).toEqual(['credit_card', 'visa', 'mastercard', 'paypal']);
    await shop.fault('none');
  });
});
