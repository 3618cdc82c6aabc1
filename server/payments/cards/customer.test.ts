import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { begun, collected } from '../../../tests/support/direct-debit.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { queueCard } from './keep-card.ts';
import { failStatement } from '../../../tests/support/fail-statement.ts';
import { cardsAt } from '../../../tests/support/stored-cards.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { dayMs } from '../../platform/clock.ts';
import { providerNamed } from '../providers.ts';
import { erasePayments, forgetCustomers } from '../erase/erase-payments.ts';

/** Clearing the provider's dashboard, or a privacy request made there, deletes a customer that we still know. */
describe.each(['mollie', 'stripe'] as const)('a customer that %s no longer has', async (provider) => {
  const shop = await openShop({ providers: { default: provider } });
  afterAll(shop.close);

  const storing = [{ paymentmethod: 'credit_card' }, { store_card: true }] as const;
  const findCustomer = async ({ id }: TestClient) => {
    const text = 'select customer_id as id from payment_customers where member_id = $1 and provider = $2';
    return (await shop.value<string>(text, [id, provider])) ?? '';
  };
  const drop = (customer: string) =>
    shop.used.call('DELETE', `/${provider === 'mollie' ? 'v2' : 'v1'}/customers/${customer}`);
  async function store(buyer: TestClient) {
    const { paymentId, id } = await shop.pending(buyer, ...storing);
    expect((await shop.look(buyer, paymentId)).redirect_url).toEqual(expect.stringContaining('/pay/'));
    await shop.deliver(id, 'paid', { card: 'visa' });
    await shop.test.runJobs();
  }
  /** Creates a member whose customer the provider has deleted. */
  async function forgotten() {
    const buyer = await shop.test.member();
    await store(buyer);
    const gone = await findCustomer(buyer);
    await drop(gone);
    return { buyer, gone };
  }
  const listCards = async (buyer: TestClient) => (await buyer.call('listRepeatOrders')).body.cards;

  it('is created again by the next order that stores a card, and the old card becomes invalid', async () => {
    const { buyer, gone } = await forgotten();
    const [old] = await listCards(buyer);
    await store(buyer);
    expect(await findCustomer(buyer)).not.toBe(gone);
    await shop.test.context.database.transaction((tx) => queueCard(shop.test.context, tx, buyer.id, toId(old?.id)));
    await shop.test.runJobs();
    const cards = await listCards(buyer);
    expect(cards.map(({ id, state }) => [id === old?.id, state])).toEqual([
      [false, 'valid'],
      [true, 'invalid'],
    ]);
  });

  it('is created once by concurrent orders', async () => {
    const { buyer } = await forgotten();
    const orders = await Promise.all(Array.from({ length: 5 }, () => shop.order(buyer, ...storing)));
    expect(orders.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const ids = await Promise.all(orders.map(({ body }) => shop.providerId(body.payment.payment_id)));
    expect(new Set(ids).size).toBe(5);
    const seen = await Promise.all(
      ids.map(async (id) => {
        const path = provider === 'mollie' ? `/v2/payments/${id}` : `/v1/checkout/sessions/${id}`;
        const { body } = await shop.used.call('GET', path);
        return (body['customerId'] ?? body['customer']) as string;
      }),
    );
    expect(new Set(seen)).toEqual(new Set([await findCustomer(buyer)]));
  });

  it('is created again by a direct debit', async () => {
    const { buyer } = await forgotten();
    expect((await (await begun(shop, {}, buyer)).confirm()).body.payment?.status).toBe('pending');
  });
});

const shop = await openShop();
afterAll(shop.close);
afterEach(() => {
  vi.restoreAllMocks();
  shop.test.clock.set(new Date());
});

const cards = cardsAt(shop);

async function erased(member: TestClient): Promise<void> {
  await shop.leave(member);
  await shop.erase();
}
const getRows = ({ id }: TestClient) => shop.test.sql('select * from payment_customers where member_id = $1', [id]);
const isThere = async (customerId: string): Promise<boolean> =>
  (await shop.sandbox.call('GET', `/v2/customers/${customerId}`)).status === 200;
const fails = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );

describe('the customer of a member who is erased', () => {
  it('is deleted with its mandates after the erasure, but its payments stay', async () => {
    const { buyer, customerId, paymentId, id } = await cards.withCard();
    expect(await isThere(customerId)).toBe(true);
    await erased(buyer);
    await forgetCustomers(shop.test.context);
    expect(await isThere(customerId)).toBe(false);
    expect(await getRows(buyer)).toEqual([]);
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
    expect(await getRows(buyer)).toHaveLength(1);
    vi.restoreAllMocks();
    await forgetCustomers(shop.test.context);
    expect(await isThere(customerId)).toBe(false);
    expect(await isThere(next.customerId)).toBe(true);
    expect(await getRows(next.buyer)).toHaveLength(1);
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
    expect(await getRows(buyer)).toEqual([]);
  });

  it('stays as long as a mandate must be provable', async () => {
    const { buyer } = await collected(shop);
    const text = 'select customer_id as id from payment_customers where member_id = $1';
    const customerId = (await shop.value<string>(text, [buyer.id])) ?? '';
    await erasePayments(shop.test.context, buyer.id);
    await forgetCustomers(shop.test.context);
    expect(await isThere(customerId)).toBe(true);
    shop.test.clock.move(14 * 31 * dayMs);
    await erasePayments(shop.test.context, buyer.id);
    await forgetCustomers(shop.test.context);
    expect(await isThere(customerId)).toBe(false);
  });
});
