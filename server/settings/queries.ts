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
