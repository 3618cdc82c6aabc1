import type { Country } from '../../contract/platform/countries.ts';
import { listPrices } from '../discounts/list-prices.ts';
import type { Price } from '../discounts/rules.ts';
import type { Handler } from '../platform/handler.ts';
import type { Site } from '../platform/site.ts';
import { acceptsDebits } from './debit/subjects.ts';
import { findOffer } from './find-methods.ts';
import { directDebit } from './rules.ts';

// Every page with a footer waits for this call.
const methodsTimeoutMs = 300;

/** Lists the methods with which the member or visitor can pay; a short fallback list if no provider responds. */
export const listPaymentMethods: Handler<'listPaymentMethods'> = async (_input, call) => {
  const { country, methods, methodsMissing } = await findOffer(call, undefined, methodsTimeoutMs, listKeptPrices);
  const offered = methods.filter((method) => method !== directDebit || acceptsDebits(call));
  return { country, paymentmethods: offered, methods_missing: methodsMissing };
};

const createKeptPrices = () => new WeakMap<Site, Map<Country, Promise<Price[]>>>();

/**
 * Lists prices as old as the settings of their site, up to 30 s: the list of methods depends on the highest, and shows
 * none.
 */
const listKeptPrices: typeof listPrices = (call, country) => {
  const kept = call.context.memory(createKeptPrices);
  const known = kept.get(call.site) ?? new Map<Country, Promise<Price[]>>();
  kept.set(call.site, known);
  const prices = known.get(country) ?? listPrices(call, country);
  known.set(country, prices);
  prices.catch(() => known.delete(country));
  return prices;
};
