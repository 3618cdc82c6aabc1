import { type Country, countries, isCountry } from '../../contract/countries.ts';
import { balanceOf } from '../credits/balance-of.ts';
import type { Call, Handler } from '../platform/handler.ts';
import { findMethods } from './find-methods.ts';
import { presentBundle } from './present.ts';
import type { Money } from './provider.ts';
import { listPrices } from './queries.ts';
import { fallbackMethods, collectedLater } from './rules.ts';
import { scopesOf } from '../settings/rules.ts';

const methodsWithinMs = 2_500;

/** The bundles at the prices of the country, and the methods for it; without an answer of the provider a short list. */
export const listBundles: Handler<'listBundles'> = async (input, call) => {
  const { context, site, member } = call;
  const country = input.country ?? member?.country ?? countryOfVisitor(call);
  const rows = await context.database.all(listPrices, [scopesOf(site.key, site.settings.niche), country]);
  const { message_credits, photo_credits, refund_days } = site.settings;
  // The dearest bundle decides: a method that carries it carries the others.
  const dearest = rows.reduce<Money>(
    (most, row) => (row.amount > most.minor ? { minor: row.amount, currency: row.currency } : most),
    { minor: 0, currency: countries[country].currency },
  );
  const methods = rows.length > 0 ? await findMethods(context, country, dearest, methodsWithinMs) : [];
  const credits = member ? await balanceOf(context.database, member.id) : null;
  const offered = methods ?? fallbackMethods;
  return {
    bundles: rows.map((row) => presentBundle(row, message_credits)),
    paymentmethods: offered.filter((method) => !(collectedLater.has(method) && (credits ?? 0) < 0)),
    country,
    currency: countries[country].currency,
    message_credits,
    photo_credits,
    transaction_fee: 0,
    refund_days,
    credits,
  };
};

function countryOfVisitor({ geoipCountry, site }: Call): Country {
  if (geoipCountry && isCountry(geoipCountry)) return geoipCountry;
  return site.settings.countries[0] ?? 'NL';
}
