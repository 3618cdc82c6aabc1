import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { collected, nextAccount } from '../../../tests/support/direct-debit.ts';
import { failStatement } from '../../../tests/support/fail-statement.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { cardsAt } from '../../../tests/support/stored-cards.ts';
import { catchFault, openStripeAdapter } from '../../../tests/support/stripe-adapter.ts';
import { type TestClient, testPassword } from '../../../tests/support/test-app.ts';
import { eraseAccounts } from '../../erasure/erase-accounts.ts';
import { dayMs } from '../../platform/clock.ts';
import { providerNamed } from '../providers.ts';
import { erasePayments } from './erase-payments.ts';
import { forgetCustomers } from './forget-customers.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  vi.restoreAllMocks();
  shop.test.clock.set(new Date());
});

const cards = cardsAt(() => shop);

async function erased(member: TestClient): Promise<void> {
  expect((await member.call('deleteAccount', { password: testPassword })).status).toBe(200);
  shop.test.clock.move(15 * dayMs);
  await eraseAccounts(shop.test.context);
}
const rowsOf = ({ id }: TestClient) => shop.test.sql('select * from payment_customers where member_id = $1', [id]);
const isThere = async (customerId: string): Promise<boolean> =>
  (await shop.sandbox.call('GET', `/v2/customers/${customerId}`)).status === 200;
const fails = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );

describe('the customer of a member at a payment provider', () => {
  it('is deleted with its mandates after the erasure, but its payments stay', async () => {
    const { buyer, customerId, paymentId, id } = await cards.withCard();
    expect(await isThere(customerId)).toBe(true);
    await erased(buyer);
    await forgetCustomers(shop.test.context);
    expect(await isThere(customerId)).toBe(false);
    expect(await rowsOf(buyer)).toEqual([]);
    expect(await shop.test.sql('select state from stored_cards where member_id = $1', [buyer.id])).toEqual([
      { state: 'revoked' },
    ]);
    await shop.test.runJobs();
    expect((await shop.sandbox.get(id)).status).toBe(200);
    expect((await shop.books(paymentId))?.status).toBe('completed');
  });

  it('does not delay the erasure while the provider is down, and is deleted afterwards', async () => {
    const [{ buyer, customerId }, next] = [await cards.withCard(), await cards.withCard()];
    const provider = providerNamed(shop.test.context, 'mollie')!;
    vi.spyOn(provider, 'deleteCustomer').mockRejectedValue(new Error('down'));
    await erased(buyer);
    expect(await shop.test.sql('select status from members where member_id = $1', [buyer.id])).toEqual([
      { status: 'deleted' },
    ]);
    for (let hour = 0; hour < 30; hour += 1) expect(await fails(forgetCustomers(shop.test.context))).toBe(true);
    expect(await rowsOf(buyer)).toHaveLength(1);
    vi.restoreAllMocks();
    await forgetCustomers(shop.test.context);
    expect(await isThere(customerId)).toBe(false);
    expect(await isThere(next.customerId)).toBe(true);
    expect(await rowsOf(next.buyer)).toHaveLength(1);
  });

  it('is deleted in the end, at whichever step the job is killed', async () => {
    const { buyer, customerId } = await cards.withCard();
    await erased(buyer);
    let killed = 0;
    for (let at = 1; ; at += 1) {
      const stop = failStatement(shop.test.context.database, at);
      const failed = await fails(forgetCustomers(shop.test.context));
      if (!stop()) break;
      expect(failed).toBe(true);
      killed += 1;
    }
    expect(killed).toBeGreaterThan(2);
    expect(await isThere(customerId)).toBe(false);
    expect(await rowsOf(buyer)).toEqual([]);
  });

  it('stays as long as a mandate must be provable', async () => {
    const { buyer } = await collected(shop, { iban: nextAccount() });
    const [row] = await shop.test.sql<{ id: string }>(
      'select customer_id as id from payment_customers where member_id = $1',
      [buyer.id],
    );
    const customerId = row?.id ?? '';
    await erasePayments(shop.test.context, buyer.id);
    await forgetCustomers(shop.test.context);
    expect(await isThere(customerId)).toBe(true);
    shop.test.clock.move(14 * 31 * dayMs);
    await erasePayments(shop.test.context, buyer.id);
    await forgetCustomers(shop.test.context);
    expect(await isThere(customerId)).toBe(false);
  });
});

describe('an adapter', () => {
  it('for Stripe deletes a customer with stored cards, and accepts one that is already deleted', async () => {
    const adapter = await openStripeAdapter();
    const { customer, mandate } = await adapter.first('visa');
    await adapter.stripe().deleteCustomer(customer);
    await adapter.stripe().deleteCustomer(customer);
    expect(await adapter.stripe().listMandates(customer)).toEqual([]);
    expect(await catchFault(adapter.again(customer, mandate))).toBe('refused');
    await adapter.stripe().revokeMandate(customer, mandate);
    await adapter.sandbox.close();
    expect(await catchFault(adapter.stripe(200).deleteCustomer(customer))).toBe('unknown');
  });

  it('for Mollie deletes a customer with mandates, and accepts one that is already deleted', async () => {
    const { buyer, customerId, mandateId } = await cards.withCard();
    const provider = providerNamed(shop.test.context, 'mollie')!;
    await provider.deleteCustomer(customerId);
    await provider.deleteCustomer(customerId);
    expect(await provider.listMandates(customerId)).toEqual([]);
    await provider.revokeMandate(customerId, mandateId);
    expect(await rowsOf(buyer)).toHaveLength(1);
  });
});
