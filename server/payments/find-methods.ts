import { type Country, countries } from '../../contract/platform/countries.ts';
import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { AppContext } from '../context.ts';
import type { Site } from '../platform/site.ts';
import { type FetchedMethods, getProviderState, providerNameFor, providerNamed, isOff } from './providers.ts';
import { waitAtMost } from '../platform/clock.ts';
import type { Money, PaymentProvider } from './provider.ts';
import { listOfferedMethods, fallbackMethods } from './rules.ts';
import type { Call } from '../platform/handler.ts';
import { listPrices } from '../discounts/list-prices.ts';
import type { Price } from '../discounts/rules.ts';

const freshMs = 60_000;
// Limits retries while a provider is down.
const retryMs = 5_000;

interface FoundMethods {
  methods: PaymentMethodId[] | undefined;
  /** The names of the providers that did not respond, or are not configured. */
  missing: string[];
}

/**
 * Finds the methods that a site's providers offer for an amount in a country. Each is asked at most once a minute. One
 * that does not respond within `milliseconds` hides its methods; while none responds, the last known ones stay.
 */
export async function findMethods(
  context: AppContext,
  { paymentProviders }: Pick<Site, 'paymentProviders'>,
  order: { country: Country; money: Money },
  milliseconds: number,
): Promise<FoundMethods> {
  const names = [...new Set(Object.values(paymentProviders))].filter((name) => name !== 'off');
  const lists = await Promise.all(
    names.map(async (name) => {
      const provider = providerNamed(context, name);
      const list = provider && (await listMethods(context, provider, order, milliseconds));
      // The site may use another provider for some of these methods.
      const methods = list?.methods?.filter((id) => providerNameFor(paymentProviders, id) === name);
      return { name, methods, failed: !list || list.failed };
    }),
  );
  const missing = lists.filter(({ failed }) => failed).map(({ name }) => name);
  const used = missing.length === lists.length ? lists : lists.filter(({ failed }) => !failed);
  const known = used.flatMap(({ methods }) => (methods ? [methods] : []));
  return { methods: known.length > 0 ? known.flat() : undefined, missing };
}

async function listMethods(
  context: AppContext,
  provider: PaymentProvider,
  order: { country: Country; money: Money },
  milliseconds: number,
): Promise<FetchedMethods> {
  const { methods, fetchingMethods } = getProviderState(context);
  const { country, money } = order;
  const key = `${provider.name} ${country} ${money.currency} ${money.minor}`;
  const known = methods.get(key);
  const age = context.clock.now().getTime() - (known?.at ?? 0);
  if (known && age < (known.failed ? retryMs : freshMs)) return known;
  const fetching = fetchingMethods.get(key) ?? fetchMethods(context, provider, key, order);
  const fetched = await waitAtMost(fetching, milliseconds);
  return fetched ?? { at: 0, methods: known?.methods, failed: true };
}

function fetchMethods(
  context: AppContext,
  provider: PaymentProvider,
  key: string,
  { country, money }: { country: Country; money: Money },
): Promise<FetchedMethods> {
  const { methods, fetchingMethods } = getProviderState(context);
  const fetching = provider
    .listMethods(money, country)
    .then((names) => listOfferedMethods(provider.name, names, country, money.currency))
    .catch((error: Error) => {
      const facts = { provider: provider.name, country, err: error.message };
      context.log.warn(facts, 'a payment provider did not list its methods');
      return undefined;
    })
    .then((offered) => {
      const last = methods.get(key)?.methods;
      const fetched = { at: context.clock.now().getTime(), methods: offered ?? last, failed: !offered };
      methods.set(key, fetched);
      fetchingMethods.delete(key);
      return fetched;
    });
  fetchingMethods.set(key, fetching);
  return fetching;
}

interface Offer {
  country: Country;
  prices: Price[];
  methods: readonly PaymentMethodId[];
  methodsMissing: boolean;
}

/** Finds prices and methods of a country, by default the caller's; a short list of methods if no provider responds. */
export async function findOffer(
  call: Call,
  wanted: Country | undefined,
  milliseconds: number,
  readPrices: typeof listPrices = listPrices,
): Promise<Offer> {
  const { context, site } = call;
  const country = wanted ?? call.country;
  const prices = await readPrices(call, country);
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
