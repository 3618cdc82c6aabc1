import { afterAll, beforeAll, expect, it } from 'vitest';
import { methods } from './methods.data.ts';
import { startSandbox } from './testing.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

async function list(query: Record<string, string>): Promise<string[]> {
  const { body } = await sandbox.call('GET', `/v2/methods?${new URLSearchParams(query).toString()}`);
  return body['_embedded'].methods.map(({ id }: { id: string }) => id);
}

it.each([
  ['NL', 'EUR', '14.99', ['applepay', 'ideal', 'creditcard', 'paypal', 'banktransfer', 'directdebit', 'paysafecard']],
  ['PL', 'PLN', '49.00', ['applepay', 'creditcard', 'paypal', 'blik', 'przelewy24', 'paysafecard']],
  ['SE', 'SEK', '149.00', ['applepay', 'creditcard', 'paypal', 'swish', 'paysafecard']],
  ['CH', 'CHF', '14.90', ['applepay', 'creditcard', 'paypal', 'twint', 'paysafecard']],
  ['NO', 'NOK', '149.00', ['applepay', 'creditcard', 'paypal', 'vipps', 'paysafecard']],
  ['AT', 'EUR', '5000.00', ['applepay', 'creditcard', 'paypal', 'banktransfer', 'eps']],
])('offers a buyer in %s who pays in %s %s what works there', async (billingCountry, currency, value, expected) => {
  expect(await list({ billingCountry, 'amount[currency]': currency, 'amount[value]': value })).toEqual(expected);
});

it('describes a method with its limits, picture and translated name', async () => {
  const query = 'amount[currency]=EUR&amount[value]=10.00&locale=de_DE&billingCountry=DE';
  const { body } = await sandbox.call('GET', `/v2/methods?${query}`);
  const debit = body['_embedded'].methods.find(({ id }: { id: string }) => id === 'directdebit');
  expect(debit).toMatchObject({
    resource: 'method',
    description: 'SEPA-Lastschrift',
    minimumAmount: { currency: 'EUR', value: '0.01' },
    maximumAmount: { currency: 'EUR', value: '1000.00' },
  });
  const picture = await fetch(debit.image.svg);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

it('refuses an invalid amount', async () => {
  const answer = await sandbox.call('GET', '/v2/methods?amount[currency]=EUR&amount[value]=10');
  expect(answer.body).toMatchObject({ status: 422, field: 'amount.value' });
});

it('lists all methods without a filter', async () => {
  expect(await list({})).toEqual(methods.map(({ id }) => id));
});
