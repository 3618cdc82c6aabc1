import { randomUUID } from 'node:crypto';

import { expect, it, onTestFinished } from 'vitest';

import { startSandbox, testKey } from '../mocks/payment-provider/testing.ts';
import { type Node, callAt, useCluster } from './support/nodes.ts';
import type { TestClient } from './support/test-app.ts';

const { test, cluster } = useCluster();

const startTwo = (env?: Record<string, string>): Promise<Node[]> =>
  Promise.all([cluster.start('web', env), cluster.start('web', env)]);

/** Signs up two accounts or more of each mailbox. */
const signUp = (boxes: number, tags: readonly string[]): Promise<TestClient[]> =>
  Promise.all(
    Array.from({ length: boxes }, () => randomUUID().slice(0, 8)).flatMap((box) =>
      tags.map((tag) => test.member({ email: `${box}${tag}@example.org` })),
    ),
  );

/** Places 64 orders at once with the code, by the members in turn. Returns how many are accepted. */
async function orderOften(nodes: readonly Node[], members: readonly TestClient[]): Promise<number> {
  const orders = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      callAt(nodes[index % 2]!.address, members[index % members.length]!, 'createPayment', {
        bundle: 'medium',
        paymentmethod: 'visa',
        discount_code: 'TIMEBONUS25',
        idempotency_key: randomUUID(),
      }),
    ),
  );
  return orders.filter(({ status }) => status === 200).length;
}

it('a discount for once goes to one of 64 orders at two nodes by accounts of one mailbox (MON-22)', async () => {
  expect(await orderOften(await startTwo(), await signUp(1, ['', '+a', '+b', '+c']))).toBe(1);
  const held = await test.sql('select 1 from discount_claims where released_at is null');
  expect(held).toHaveLength(1);
  expect(await test.sql('select amount from payments')).toEqual([{ amount: 1_499 }]);
});

it('a discount for once stays with one of three accounts that pay 64 orders with one card (MON-22)', async () => {
  const sandbox = await startSandbox({ webhookRetryDelaysMs: [] });
  onTestFinished(() => sandbox.close());
  const paying = await startTwo({ PAYMENTS_URL: sandbox.url, PAYMENTS_API_KEY: testKey });
  const members = await signUp(3, ['', '+a']);
  expect(await orderOften(paying, members)).toBe(3);
  const own = 'select provider_payment_id as id, status, offer_used from payments where member_id = any($1)';
  const ids = members.map(({ id }) => id);
  const placed = await test.sql<{ id: string }>(own, [ids]);
  await Promise.all(
    placed.map(({ id }) =>
      sandbox.call('PUT', `/control/payments/${id}`, { status: 'paid', card: 'visa', webhooks: { times: 0 } }),
    ),
  );
  await Promise.all(
    placed.flatMap(({ id }) =>
      Array.from({ length: 6 }, (_, index) =>
        fetch(`http://${paying[index % 2]!.address}/api/payment-webhook.php?provider=mollie`, {
          method: 'POST',
          body: new URLSearchParams({ id }),
        }),
      ),
    ),
  );
  const settled = await test.sql<{ status: string; offer_used: boolean }>(own, [ids]);
  expect(settled.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  expect(settled.filter(({ offer_used: isUsed }) => !isUsed)).toHaveLength(1);
  const credits = await test.sql(
    `select sum(balance_change)::int as bought from (
       select case when to_account = 'member' then amount else -amount end as balance_change
         from ledger_entries where member_id = any($1) and cause in ('purchase', 'refund')) as moves`,
    [ids],
  );
  expect(credits).toEqual([{ bought: 120 }]);
  const refunds = await test.sql('select amount from withdrawals where member_id = any($1)', [ids]);
  expect(refunds).toEqual([{ amount: 1_499 }, { amount: 1_499 }]);
});
