import { type Country, countries } from '../../contract/countries.ts';
import type { PaymentMethodId } from '../../contract/payment-methods.ts';
import type { Call } from '../platform/handler.ts';
import { scopesOf } from '../settings/rules.ts';
import { findMethods } from './find-methods.ts';
import type { Money } from './provider.ts';
import { type BundleRow, listBundlesOfCountry } from './queries.ts';
import { fallbackMethods } from './rules.ts';

interface Offer {
  country: Country;
  rows: BundleRow[];
  methods: readonly PaymentMethodId[];
}

/**
 * What is sold in a country, by default that of the member or visitor: the prices of the site, and the provider's
 * methods. A short fallback list takes their place when the provider does not answer within `milliseconds`.
 */
export async function findOffer(call: Call, wanted: Country | undefined, milliseconds: number): Promise<Offer> {
  const { context, site } = call;
  const country = wanted ?? call.country;
  const rows = await context.database.all(listBundlesOfCountry, {
    scopes: scopesOf(site.key, site.settings.niche),
    country,
  });
  // A method that accepts the most expensive bundle accepts the others too.
  const highestPrice = rows.reduce<Money>(
    (highest, row) => (row.amount > highest.minor ? { minor: row.amount, currency: row.currency } : highest),
    { minor: 0, currency: countries[country].currency },
  );
  const methods = rows.length > 0 ? await findMethods(context, country, highestPrice, milliseconds) : [];
  return { country, rows, methods: methods ?? fallbackMethods };
}
