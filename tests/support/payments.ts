import { randomUUID } from 'node:crypto';

import { startSandbox, testKey } from '../../mocks/payment-provider/testing.ts';
import { startStripeSandbox, stripeTestKey, stripeTestSecret } from '../../mocks/stripe-provider/testing.ts';
import { eraseAccounts } from '../../server/erasure/erase-accounts.ts';
import { getProviderState } from '../../server/payments/providers.ts';
import { dayMs } from '../../server/platform/clock.ts';
import type { Log } from '../../server/platform/monitoring/log.ts';
import type { TestServer } from './global-setup.ts';
import { type MemberOptions, type TestApp, type TestClient, createTestApp, testPassword } from './test-app.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

interface Order {
  bundle?: string;
  paymentmethod?: string;
  idempotency_key?: string;
  discount_code?: string;
}

type Providers = Record<string, 'mollie' | 'stripe' | 'off'>;

/**
 * Opens the listening application, with sandbox providers that reach its webhook. With `providers` there are two; then
 * `control`, `fault`, `hook` and `made` concern the default one.
 */
export async function openShop(
  options: {
    log?: Log;
    server?: TestServer;
    database?: { host: string; port: number };
    pages?: string;
    env?: Record<string, string>;
    providers?: Providers;
  } = {},
) {
  const { providers, ...others } = options;
  const sandbox = await startSandbox({ webhookRetryDelaysMs: [] });
  let opened: TestApp | undefined;
  const stripe = await startStripeSandbox({
    webhookRetryDelaysMs: [],
    now: () => (opened?.clock.now() ?? new Date()).getTime(),
    webhookUrl: () => opened && `${opened.context.address()}/api/payment-webhook.php?provider=stripe`,
  });
  const app = await createTestApp({
    ...others,
    paymentProvider: { url: sandbox.url, apiKey: testKey },
    stripe: { url: stripe.url, apiKey: stripeTestKey, webhookSecrets: ['whsec_next', stripeTestSecret] },
  });
  opened = app;
  const main = providers?.['default'] ?? 'mollie';
  const used = main === 'stripe' ? stripe : sandbox;
  const setSettings = async (values: object) => {
    await app.sql(
      `insert into setting_scopes (scope, values) values ('default', $1)
       on conflict (scope) do update set values = setting_scopes.values || excluded.values`,
      [JSON.stringify(values)],
    );
    app.context.sites.clear();
  };
  const setProviders = (wanted: Providers) => setSettings({ payment_providers: wanted });
  if (providers) await setProviders(providers);
  const test: TestApp = {
    ...app,
    // Five hours after the sign-up the time bonus has ended, and there is no discount for the next 30 days.
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
    used.call('PUT', `/control/payments/${id}`, { webhooks: { times: 0 }, ...body });
  const euros = (minor?: number) =>
    minor === undefined ? {} : { amount: { currency: 'EUR', value: (minor / 100).toFixed(2) } };
  const providerId = async (paymentId: PaymentId): Promise<string> => {
    // On a busy machine the order is answered before its payment is created.
    await getProviderState(test.context).creating.get(paymentId);
    const [row] = await test.sql<{ id: string }>(
      'select provider_payment_id as id from payments where payment_id = $1',
      [paymentId],
    );
    return row?.id ?? '';
  };

  const stripeHook = (
    object: object,
    { type = 'checkout.session.completed', secret = stripeTestSecret, ageMs = 0 } = {},
  ) => {
    const payload = JSON.stringify({ object: 'event', type, data: { object } });
    return test.app.server.inject({
      method: 'POST',
      url: '/api/payment-webhook.php?provider=stripe',
      headers: {
        host: 'localhost',
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': stripe.sign(payload, secret, test.clock.now().getTime() - ageMs),
      },
      payload,
    });
  };

  /** Posts a webhook as the provider does, with any further claims. */
  const hook = (id: string, claims = '', provider: string = main) =>
    provider === 'stripe'
      ? stripeHook({ object: 'checkout.session', id, ...Object.fromEntries(new URLSearchParams(claims)) })
      : test.app.server.inject({
          method: 'POST',
          url: `/api/payment-webhook.php?provider=${provider}`,
          headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
          payload: `id=${encodeURIComponent(id)}${claims}`,
        });

  /** Places an order that waits for its payment; `id` is that of the provider. */
  const pending = async (given?: TestClient, fields: Order = {}, more: object = {}) => {
    const buyer = given ?? (await test.member());
    const { payment } = (await order(buyer, fields, more)).body;
    return { buyer, payment, paymentId: payment.payment_id, id: await providerId(payment.payment_id) };
  };

  /** Changes a payment at the provider and posts its webhook. */
  const settle = async (id: string, status = 'paid', more: object = {}) => {
    await control(id, { status, ...more });
    return hook(id);
  };

  /**
   * Returns money of a payment at the provider, by default all of it. Its webhook arrives some time later; a test that
   * needs a known order uses `refundAndHook`.
   */
  const refund = (id: string, minor?: number) => used.call('POST', `/control/payments/${id}/refund`, euros(minor));
  const chargeBack = (id: string, minor?: number) =>
    used.call('POST', `/control/payments/${id}/chargeback`, euros(minor));

  let codes = 0;

  return {
    sandbox,
    stripe,
    /** The sandbox of the default provider. */
    used,
    setSettings,
    setProviders,
    /** Takes a setting back to its default. */
    async dropSetting(name: string) {
      await app.sql(`update setting_scopes set values = values - $1 where scope = 'default'`, [name]);
      app.context.sites.clear();
    },
    stripeHook,
    pending,
    settle,
    /** Changes a payment at the provider, which posts the webhook itself. */
    deliver: (id: string, status: string, more: object = {}) =>
      control(id, { status, webhooks: { times: 1 }, await: true, ...more }),
    /** An order that its provider has reported as paid. */
    async paid(given?: TestClient, fields: Order = {}, more: object = {}) {
      const made = await pending(given, fields, more);
      await settle(made.id);
      return made;
    },
    /** Lets days pass, both at the provider and on the server. */
    async pass(days: number): Promise<void> {
      await sandbox.call('PUT', '/control/clock', { days });
      test.clock.move(days * dayMs);
    },
    async leave(member: TestClient): Promise<void> {
      const { status } = await member.call('deleteAccount', { password: testPassword });
      if (status !== 200) throw new Error(`the account stays: ${status}`);
      await test.runJobs();
    },
    /** Erases the members who have left. */
    async erase(): Promise<void> {
      test.clock.move(15 * dayMs);
      await eraseAccounts(test.context);
    },
    refund,
    chargeBack,
    /** Refunds money at the provider and posts the webhook. */
    async refundAndHook(id: string, minor?: number) {
      const { body } = await refund(id, minor);
      await hook(id);
      return body;
    },
    async chargeBackAndHook(id: string, minor?: number) {
      const { body } = await chargeBack(id, minor);
      await hook(id);
      return body;
    },
    failRefund: (id: string, refund: string | undefined, status = 'failed') =>
      used.call('PUT', `/control/payments/${id}/refunds/${refund}`, { status }),
    /** The response of `getPayment`. */
    look: async (buyer: TestClient, id: string) => (await buyer.call('getPayment', { id })).body,
    /** The first value that a statement selects. */
    async value<T>(text: string, values: unknown[] = []): Promise<T | undefined> {
      const [row = {}] = await test.sql<Record<string, T>>(text, values);
      return Object.values(row)[0];
    },
    async first<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row | undefined> {
      return (await test.sql<Row>(text, values))[0];
    },
    async getEmail({ id }: { id: string }): Promise<string> {
      const [row] = await test.sql<{ email: string }>('select email from members where member_id = $1', [id]);
      return row?.email ?? '';
    },
    /** A discount code of 10 %, unless told otherwise. */
    async addCode(columns: Record<string, unknown> = {}): Promise<string> {
      const code = `SPRING-${(codes += 1)}`;
      const row = {
        code,
        scope: 'default',
        percentage: 10,
        valid_from: new Date(0),
        created_at: new Date(0),
        ...columns,
      };
      const names = Object.keys(row);
      await test.sql(
        `insert into discount_codes (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      );
      return code;
    },
    test,
    /** A member who has just signed up, with the time bonus. */
    newcomer: app.member,
    setPrice: (bundle: string, country: string, amount: number) =>
      test.sql(
        `insert into bundle_prices (scope, bundle_id, country, amount, currency, valid_from)
         select distinct on (currency) scope, bundle_id, country, $3, currency, $4::timestamptz from bundle_prices
          where scope = 'default' and bundle_id = $1 and country = $2`,
        [bundle, country, amount, test.clock.now()],
      ),
    order,
    /** Changes a payment at the provider, without webhooks unless `webhooks` asks for them. */
    control,
    providerId,
    fault: (mode: string, more: object = {}) => used.call('PUT', '/control/faults', { mode, ...more }),
    hook,
    /** A payment's status, credits and ledger entries, read from the tables. */
    async books(paymentId: PaymentId) {
      const [row] = await test.sql<{ status: string; entries: number; lots: number }>(
        `select status, (select count(*)::int from ledger_entries e where e.payment_id = p.payment_id) as entries,
                (select coalesce(sum(credits_left), 0)::int from lots l where l.payment_id = p.payment_id) as lots
           from payments p where payment_id = $1`,
        [paymentId],
      );
      return row;
    },
    async made(paymentId: PaymentId): Promise<number> {
      const isStripe = main === 'stripe';
      const { body } = await used.call('GET', isStripe ? '/v1/checkout/sessions?limit=100' : '/v2/payments?limit=250');
      const all = (isStripe ? body['data'] : body['_embedded'].payments) as {
        metadata: { payment_id?: PaymentId } | null;
      }[];
      return all.filter(({ metadata }) => metadata?.payment_id === paymentId).length;
    },
    async close() {
      await Promise.all([sandbox.close(), stripe.close()]);
      await test.close();
    },
  };
}
