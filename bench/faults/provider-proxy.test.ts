import { afterAll, beforeAll, expect, it } from 'vitest';

import { startSandbox, testKey } from '../../mocks/payment-provider/testing.ts';
import { createMollie } from '../../server/payments/mollie/mollie.ts';
import { mollieDialect } from './provider-dialects.ts';
import { type ProviderProxy, startProviderProxy } from './provider-proxy.ts';
import { randomFrom } from './random.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let proxy: ProviderProxy;
beforeAll(async () => {
  sandbox = await startSandbox({});
  proxy = await startProviderProxy(sandbox.url, mollieDialect);
});
afterAll(async () => {
  await proxy.close();
  await sandbox.close();
});

it('loses only the first answer about a mandate, and a repeated call returns the same mandate', async () => {
  const mollie = createMollie({ url: proxy.url, apiKey: testKey });
  proxy.loseMade(randomFrom('test'), 1);
  const customer = await mollie.createCustomer({ key: 'customer', memberId: 'm', language: 'en' });
  const debit = {
    iban: 'NL55INGB0000000000',
    holder: 'A. B.',
    email: 'a@b.test',
    reference: 'T-1',
    signedOn: new Date('2026-11-22'),
  };
  const give = () => mollie.createDebitMandate(customer, { ...debit, key: 'mandate' });
  await expect(give()).rejects.toMatchObject({ outcome: 'unknown' });
  const { id } = await give();
  expect(proxy.made().map((one) => one.id)).toEqual([id]);
  expect(proxy.done.lost).toBe(1);
});
