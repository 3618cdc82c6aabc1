import { type RowOf, statement } from '../platform/database/database.ts';

export const listScopes = statement('settings.list-scopes', 'select scope, values from setting_scopes order by scope');

export const setScope = statement(
  'settings.set-scope',
  `insert into setting_scopes (scope, values) values ($scope, $values::jsonb)
   on conflict (scope) do update set values = excluded.values`,
);

export const setDomain = statement(
  'settings.set-domain',
  `insert into domains (host, niche) values ($host, $niche) on conflict (host) do update set niche = excluded.niche`,
);

export const listDomains = statement('settings.list-domains', 'select host, niche from domains order by host');

export type DomainRow = RowOf<typeof listDomains>;

export const listPricesOfScopes = statement(
  'settings.list-prices-of-scopes',
  `select distinct on (scope, bundle_id, country) scope, country, currency, amount, credits
     from bundle_prices join bundles using (scope, bundle_id)
    where valid_from <= $now
    order by scope, bundle_id, country, valid_from desc`,
);

/** The price of one bundle of a scope in a country; amount in minor units. */
export type PriceRow = RowOf<typeof listPricesOfScopes>;

/** The one row that says what the database belongs to; locked, because processes that start together compare it. */
export const lockInstallation = statement(
  'settings.lock-installation',
  'select production_since, secret_hash, folder_id, payments_test from installation for update',
);

export const updateInstallation = statement(
  'settings.update-installation',
  `update installation
      set production_since = coalesce(production_since, $now), secret_hash = $secretHash, folder_id = $folderId,
          payments_test = $isTest`,
);

/** The next start then records its own SECRET. */
export const forgetSecret = statement('settings.forget-secret', 'update installation set secret_hash = null');

/** Whether there are orders. Read once, at the first start in production. */
export const findOrder = statement('settings.find-order', 'select true as found from payments limit 1');

/** Whether the demo site was filled here and not removed. Read once, at the first start in production. */
export const findDemoCast = statement(
  'settings.find-demo-cast',
  `select true as found from profiles p join members m using (member_id)
    where p.fictional and m.email like '%@demo.invalid' limit 1`,
);
