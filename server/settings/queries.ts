import { type RowOf, statement } from '../platform/database/database.ts';

export const listScopes = statement('settings.list-scopes', 'select scope, values from setting_scopes order by scope');

/** Whoever changes a scope locks the default one, which always exists, and reads the other one afterwards. */
export const lockDefaultScope = statement(
  'settings.lock-default-scope',
  `select scope from setting_scopes where scope = 'default' for update`,
);

export const findScope = statement('settings.find-scope', 'select values from setting_scopes where scope = $scope');

export const setScope = statement(
  'settings.set-scope',
  `insert into setting_scopes (scope, values) values ($scope, $values::jsonb)
   on conflict (scope) do update set values = excluded.values`,
);

export const insertDomain = statement(
  'settings.insert-domain',
  'insert into domains (host, niche) values ($host, $niche) on conflict (host) do nothing',
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

/** Every price that is or will be in force, with its bundle's credits. */
export const listCurrentPrices = statement(
  'settings.list-current-prices',
  `select p.scope, p.bundle_id, p.country, p.amount, p.currency, p.valid_from, b.credits
     from bundle_prices p join bundles b using (scope, bundle_id)
    where not exists (
      select 1 from bundle_prices later
       where later.scope = p.scope and later.bundle_id = p.bundle_id and later.country = p.country
         and later.valid_from > p.valid_from and later.valid_from <= $now)
    order by p.scope, p.country, b.position, p.valid_from`,
);

export type CurrentPriceRow = RowOf<typeof listCurrentPrices>;

/** Gives a scope a bundle of the default scope, so that it can have a price of its own. */
export const inheritBundle = statement(
  'settings.inherit-bundle',
  `insert into bundles (scope, bundle_id, credits, position)
   select $scope, bundle_id, credits, position from bundles where scope = 'default' and bundle_id = $bundle
   on conflict (scope, bundle_id) do nothing`,
);

export const insertPrice = statement(
  'settings.insert-price',
  `insert into bundle_prices (scope, bundle_id, country, amount, currency, valid_from)
   select scope, bundle_id, $country, $amount, $currency, $validFrom
     from bundles where scope = $scope and bundle_id = $bundle
   on conflict (scope, bundle_id, country, valid_from) do nothing`,
);

export const deleteFuturePrice = statement(
  'settings.delete-future-price',
  `delete from bundle_prices
    where scope = $scope and bundle_id = $bundle and country = $country and valid_from = $validFrom
      and valid_from > $now`,
);

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

export const setFolderId = statement('settings.set-folder-id', 'update installation set folder_id = $folderId');

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
