import { randomUUID } from 'node:crypto';

import { startSandbox, testKey } from '../../mocks/payment-provider/testing.ts';
import type { Log } from '../../server/platform/log.ts';
import { type MemberOptions, type TestApp, type TestClient, createTestApp } from './test-app.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

interface Order {
  bundle?: string;
  paymentmethod?: string;
  idempotency_key?: string;
  discount_code?: string;
}

/** The application, listening, with a sandbox provider that reaches its webhook. */
export async function openShop(options: { log?: Log; database?: { host: string; port: number }; pages?: string } = {}) {
  const sandbox = await startSandbox({ webhookRetryDelaysMs: [] });
  const app = await createTestApp({ ...options, paymentProvider: { url: sandbox.url, apiKey: testKey } });
  const test: TestApp = {
    ...app,
    // Five hours after the sign-up a member has no discount: the time bonus has ended, and for 30 days there is no other.
    member: async (wanted?: MemberOptions) => {
      const member = await app.member(wanted);
      await app.sql(`update members set signup_at = signup_at - interval '5 hours' where member_id = $1`, [member.id]);
      return member;
    },
  };
  await test.app.server.listen({ host: '127.0.0.1', port: 0 });

  const order = (buyer: TestClient, fields: Order = {}, more: object = {}) =>
    buyer.call('createPayment', {
      bundle: 'medium',
      paymentmethod: 'ideal',
      idempotency_key: randomUUID(),
      ...fields,
      ...more,
    });
  const control = (id: string, body: object) =>
    sandbox.call('PUT', `/control/payments/${id}`, { webhooks: { times: 0 }, ...body });
  const providerId = async (paymentId: string): Promise<string> => {
    const [row] = await test.sql<{ id: string }>(
      'select provider_payment_id as id from payments where payment_id = $1',
      [paymentId],
    );
    return row?.id ?? '';
  };

  return {
    sandbox,
    test,
    /** A member who has just signed up, with the time bonus. */
    newcomer: app.member,
    /** A price from now on. */
    setPrice: (bundle: string, country: string, amount: number) =>
      test.sql(
        `insert into bundle_prices (scope, bundle_id, country, amount, currency, valid_from)
         select distinct on (currency) scope, bundle_id, country, $3, currency, $4::timestamptz from bundle_prices
          where scope = 'default' and bundle_id = $1 and country = $2`,
        [bundle, country, amount, test.clock.now()],
      ),
    order,
    /** Changes a payment at the provider; silently, unless `webhooks` says otherwise. */
    control,
    providerId,
    /** A pending payment of a fresh member. */
    async pending() {
      const buyer = await test.member();
      const { payment_id: paymentId } = (await order(buyer)).body.payment;
      return { buyer, paymentId, id: await providerId(paymentId) };
    },
    fault: (mode: string, more: object = {}) => sandbox.call('PUT', '/control/faults', { mode, ...more }),
    /** Posts a webhook as the provider does, with whatever else is claimed. */
    hook: (id: string, claims = '', provider = 'mollie') =>
      test.app.server.inject({
        method: 'POST',
        url: `/api/payment-webhook.php?provider=${provider}`,
        headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
        payload: `id=${encodeURIComponent(id)}${claims}`,
      }),
    /** Status, credits from purchases and entries of purchases, from the tables. */
    async books(paymentId: string) {
      const [row] = await test.sql<{ status: string; entries: number; lots: number }>(
        `select status, (select count(*)::int from ledger_entries e where e.payment_id = p.payment_id) as entries,
                (select coalesce(sum(credits_left), 0)::int from lots l where l.payment_id = p.payment_id) as lots
           from payments p where payment_id = $1`,
        [paymentId],
      );
      return row;
    },
    /** How many payments the provider has for one of ours. */
    async made(paymentId: string): Promise<number> {
      const { body } = await sandbox.call('GET', '/v2/payments?limit=250');
      const all = body['_embedded'].payments as { metadata: { payment_id?: string } | null }[];
      return all.filter(({ metadata }) => metadata?.payment_id === paymentId).length;
    },
    async close() {
      await sandbox.close();
      await test.close();
    },
  };
}
