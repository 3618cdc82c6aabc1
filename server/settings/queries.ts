import { statement } from '../platform/database/database.ts';

/** Own values of one scope: `default`, `niche:<number>` or `domain:<host>`. */
export interface ScopeRow {
  scope: string;
  values: unknown;
}

export const listScopes = statement<ScopeRow>('settings.list-scopes', 'select scope, values from setting_scopes');

export interface DomainRow {
  host: string;
  niche: number;
}

export const listDomains = statement<DomainRow>('settings.list-domains', 'select host, niche from domains');

/** The price of one bundle of a scope in a country; amount in minor units. */
export interface PriceRow {
  scope: string;
  country: string;
  currency: string;
  amount: number;
  credits: number;
}

export const listPrices = statement<PriceRow>(
  'settings.list-prices',
  `select scope, country, currency, amount, credits from bundle_prices join bundles using (scope, bundle_id)`,
);
