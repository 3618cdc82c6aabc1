import { type RowOf, statement } from '../platform/database/database.ts';

export const listScopes = statement('settings.list-scopes', 'select scope, values from setting_scopes');

/** Own values of one scope: `default`, `niche:<number>` or `domain:<host>`. */
export type ScopeRow = RowOf<typeof listScopes>;

export const listDomains = statement('settings.list-domains', 'select host, niche from domains');

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
