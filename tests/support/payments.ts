import { randomUUID } from 'node:crypto';

import { startSandbox, testKey } from '../../mocks/payment-provider/testing.ts';
import { startStripeSandbox, stripeTestKey, stripeTestSecret } from '../../mocks/stripe-provider/testing.ts';
import { getProviderState } from '../../server/payments/provider-state.ts';
import type { Log } from '../../server/platform/log.ts';
import { clearSiteCache } from '../../server/settings/find-site.ts';
import { type MemberOptions, type TestApp, type TestClient, createTestApp } from './test-app.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

interface Order {
  bundle?: string;
  paymentmethod?: string;
  idempotency_key?: string;
  discount_code?: string;
}

type Providers = Record<string, 'mollie' | 'stripe' | 'off'>;

/**
 * The listening application, with sandbox providers that reach its webhook. With `providers` there are two; then
 * `control`, `fault`, `hook` and `made` concern the default one.
 */
export async function openShop(
  options: {
    log?: Log;
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
  const setProviders = async (wanted: Providers) => {
    await app.sql(
      `insert into setting_scopes (scope, values) values ('default', jsonb_build_object('payment_providers', $1::jsonb))
       on conflict (scope) do update set values = setting_scopes.values || excluded.values`,
      [JSON.stringify(wanted)],
    );
    clearSiteCache();
  };
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
  const providerId = async (paymentId: string): Promise<string> => {
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

  return {
    sandbox,
    stripe,
    /** The sandbox of the default provider. */
    used,
    setProviders,
    stripeHook,
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
    async pending() {
      const buyer = await test.member();
      const { payment_id: paymentId } = (await order(buyer)).body.payment;
      return { buyer, paymentId, id: await providerId(paymentId) };
    },
    fault: (mode: string, more: object = {}) => used.call('PUT', '/control/faults', { mode, ...more }),
    /** Posts a webhook as the provider does, with any further claims. */
    hook: (id: string, claims = '', provider: string = main) =>
      provider === 'stripe'
        ? stripeHook({ object: 'checkout.session', id, ...Object.fromEntries(new URLSearchParams(claims)) })
        : test.app.server.inject({
            method: 'POST',
            url: `/api/payment-webhook.php?provider=${provider}`,
            headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
            payload: `id=${encodeURIComponent(id)}${claims}`,
          }),
    /** A payment's status, credits and ledger entries, read from the tables. */
    async books(paymentId: string) {
      const [row] = await test.sql<{ status: string; entries: number; lots: number }>(
        `select status, (select count(*)::int from ledger_entries e where e.payment_id = p.payment_id) as entries,
                (select coalesce(sum(credits_left), 0)::int from lots l where l.payment_id = p.payment_id) as lots
           from payments p where payment_id = $1`,
        [paymentId],
      );
      return row;
    },
    async made(paymentId: string): Promise<number> {
      const isStripe = main === 'stripe';
      const { body } = await used.call('GET', isStripe ? '/v1/checkout/sessions?limit=100' : '/v2/payments?limit=250');
      const all = (isStripe ? body['data'] : body['_embedded'].payments) as {
        metadata: { payment_id?: string } | null;
      }[];
      return all.filter(({ metadata }) => metadata?.payment_id === paymentId).length;
    },
    async close() {
      await Promise.all([sandbox.close(), stripe.close()]);
      await test.close();
      if (providers) clearSiteCache();
    },
  };
}
