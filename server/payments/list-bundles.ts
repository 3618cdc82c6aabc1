import { countries } from '../../contract/countries.ts';
import { balanceOf } from '../credits/balance-of.ts';
import type { Handler } from '../platform/handler.ts';
import { findMethods } from './find-methods.ts';
import { presentBundle } from './present.ts';
import type { Money } from './provider.ts';
import { listPrices } from './queries.ts';
import { fallbackMethods, directDebitMethods } from './rules.ts';
import { refundDaysIn, scopesOf } from '../settings/rules.ts';

const methodsTimeoutMs = 2_500;

/** The bundles at the country's prices and its payment methods; a short fallback list when the provider does not answer. */
export const listBundles: Handler<'listBundles'> = async (input, call) => {
  const { context, site, member } = call;
  const country = input.country ?? call.country;
  const rows = await context.database.all(listPrices, {
    scopes: scopesOf(site.key, site.settings.niche),
    country,
  });
  const { message_credits, photo_credits, refund_days } = site.settings;
  // A method that accepts the most expensive bundle accepts the others too.
  const highestPrice = rows.reduce<Money>(
    (highest, row) => (row.amount > highest.minor ? { minor: row.amount, currency: row.currency } : highest),
    { minor: 0, currency: countries[country].currency },
  );
  const methods = rows.length > 0 ? await findMethods(context, country, highestPrice, methodsTimeoutMs) : [];
  const credits = member ? await balanceOf(context.database, member.id) : null;
  const offered = methods ?? fallbackMethods;
  return {
    bundles: rows.map((row) => presentBundle(row, message_credits)),
    paymentmethods: offered.filter((method) => !(directDebitMethods.has(method) && (credits ?? 0) < 0)),
    country,
    currency: countries[country].currency,
    message_credits,
    photo_credits,
    transaction_fee: 0,
    refund_days: refundDaysIn([country], refund_days),
    credits,
  };
};
