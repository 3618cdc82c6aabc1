import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderFields, startSandbox } from './testing.ts';

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
  ['NL', 'EUR', '14.99', ['ideal', 'creditcard', 'paypal', 'banktransfer', 'paysafecard']],
  ['PL', 'PLN', '49.00', ['creditcard', 'paypal', 'blik', 'przelewy24', 'paysafecard']],
  ['SE', 'SEK', '149.00', ['creditcard', 'paypal', 'swish', 'paysafecard']],
  ['CH', 'CHF', '14.90', ['creditcard', 'paypal', 'twint', 'paysafecard']],
  ['NO', 'NOK', '149.00', ['creditcard', 'paypal', 'vipps', 'paysafecard']],
  ['DK', 'DKK', '149.00', ['creditcard', 'paypal', 'mobilepay']],
  ['AT', 'EUR', '5000.00', ['creditcard', 'paypal', 'banktransfer', 'eps']],
])(
  'a buyer in %s who pays %s %s is offered the methods that work there',
  async (billingCountry, currency, value, expected) => {
    expect(await list({ billingCountry, 'amount[currency]': currency, 'amount[value]': value })).toEqual(expected);
  },
);

it('a wallet is listed only if the request includes it, and an unknown wallet is refused', async () => {
  expect(await list({ includeWallets: 'applepay,googlepay' })).toEqual(['applepay', ...(await list({}))]);
  const { body } = await sandbox.call('GET', '/v2/methods?includeWallets=purse');
  expect(body).toMatchObject({ status: 422, field: 'includeWallets' });
});

it.each([
  ['recurring', ['creditcard', 'directdebit']],
  ['first', ['creditcard']],
])('a list for the sequence type %s has only the methods that support it', async (sequenceType, expected) => {
  expect(await list({ sequenceType, billingCountry: 'NL' })).toEqual(expected);
});

it('a one-off payment by direct debit is refused', async () => {
  const refused = await sandbox.call('POST', '/v2/payments', { ...orderFields, method: 'directdebit' });
  expect([refused.status, refused.body['field']]).toEqual([422, 'method']);
});
