import { type Country, countries } from '../../contract/platform/countries.ts';
import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { Call } from '../platform/handler.ts';
import { listPrices } from '../discounts/list-prices.ts';
import type { Price } from '../discounts/rules.ts';
import { findMethods } from './find-methods.ts';
import type { Money } from './provider.ts';
import { isOff } from './providers.ts';
import { fallbackMethods } from './rules.ts';

interface Offer {
  country: Country;
  prices: Price[];
  methods: readonly PaymentMethodId[];
  /** True if a provider does not answer now, so that its methods are not in the list. */
  methodsMissing: boolean;
}

/**
 * The prices and payment methods of a country, by default that of the member or visitor. A short fallback list replaces
 * the methods when no provider answers within `milliseconds`.
 */
export async function findOffer(call: Call, wanted: Country | undefined, milliseconds: number): Promise<Offer> {
  const { context, site } = call;
  const country = wanted ?? call.country;
  const prices = await listPrices(call, country);
  // A method that accepts the most expensive bundle accepts the others too.
  const highestPrice = prices.reduce<Money>(
    (highest, { amount, currency }) => (amount > highest.minor ? { minor: amount, currency } : highest),
    { minor: 0, currency: countries[country].currency },
  );
  if (prices.length === 0) return { country, prices, methods: [], methodsMissing: false };
  const found = await findMethods(context, site, { country, money: highestPrice }, milliseconds);
  return {
    country,
    prices,
    methods: found.methods ?? fallbackMethods.filter((id) => !isOff(site.paymentProviders, id)),
    methodsMissing: found.missing.length > 0,
  };
}
