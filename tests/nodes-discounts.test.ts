import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { type Cluster, type Node, callAt, openCluster } from './support/nodes.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

let test: TestApp;
let cluster: Cluster;
let nodes: Node[];
beforeAll(async () => {
  test = await createTestApp({ server: inject('durableDatabase') });
  cluster = await openCluster(test);
  nodes = await Promise.all([cluster.start('web'), cluster.start('web')]);
});
afterAll(async () => {
  await cluster?.close();
  await test?.close();
});

it('gives a discount for once to one of 64 orders at two nodes, by accounts of one mailbox (MON-22)', async () => {
  const box = randomUUID().slice(0, 8);
  const members = await Promise.all(
    ['', '+a', '+b', '+c'].map((tag) => test.member({ email: `${box}${tag}@example.org` })),
  );
  const orders = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      callAt(nodes[index % 2]!.address, members[index % 4]!, 'createPayment', {
        bundle: 'medium',
        paymentmethod: 'visa',
        discount_code: 'TIMEBONUS25',
        idempotency_key: randomUUID(),
      }),
    ),
  );
  expect(orders.filter(({ status }) => status === 200)).toHaveLength(1);
  const held = await test.sql('select 1 from discount_claims where released_at is null');
  expect(held).toHaveLength(1);
  expect(await test.sql('select amount from payments')).toEqual([{ amount: 1_499 }]);
});
