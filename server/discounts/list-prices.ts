import type { Country } from '../../contract/platform/countries.ts';
import type { Call } from '../platform/handler.ts';
import { listSiteScopes } from '../settings/rules.ts';
import { listPriceRows } from './queries.ts';
import { type Price, lowestSince, computePrices } from './rules.ts';

/** Lists the bundles that the site sells in a country, in display order, at the prices in force. */
export async function listPrices(
  { context, site }: Pick<Call, 'context' | 'site'>,
  country: Country,
): Promise<Price[]> {
  const now = context.clock.now();
  const scopes = listSiteScopes(site.key, site.settings.niche);
  const rows = await context.database.all(listPriceRows, { scopes, country, now, since: lowestSince(now) });
  return computePrices(rows, scopes, now);
}
