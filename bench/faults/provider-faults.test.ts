import { expect, it, onTestFinished } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { startSandbox, testKey } from '../../mocks/payment-provider/testing.ts';
import { createMollie } from '../../server/payments/mollie/mollie.ts';
import { createProviderFaults, mollieDialect } from './provider-faults.ts';
import { randomFrom } from './random.ts';

it('loses only the first response about a mandate, and a repeated call returns the same mandate', async () => {
  const faults = createProviderFaults(mollieDialect);
  const sandbox = await startSandbox({ addHooks: faults.addHooks });
  onTestFinished(sandbox.close);
  const mollie = createMollie({ url: sandbox.url, apiKey: testKey });
  faults.loseMade(randomFrom('test'), 1);
  const customer = await mollie.createCustomer({ key: 'customer', memberId: toId('m'), language: 'en' });
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
  expect(faults.made().map((one) => one.id)).toEqual([id]);
  expect(faults.done.lost).toBe(1);
});
