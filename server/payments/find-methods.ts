import type { Country } from '../../contract/countries.ts';
import type { PaymentMethodId } from '../../contract/payment-methods.ts';
import type { AppContext } from '../context.ts';
import { type ProviderState, providerStateOf } from './provider-state.ts';
import type { Money } from './provider.ts';
import { offeredMethods } from './rules.ts';
import { within } from './within.ts';

const freshMs = 60_000;
// While the provider is down, not every page view asks it again.
const retryMs = 5_000;

/**
 * The methods that the provider offers for an amount in a country, fetched at most once a minute.
 * Undefined when it does not answer within `milliseconds` and never has before.
 */
export async function findMethods(
  context: AppContext,
  country: Country,
  money: Money,
  milliseconds: number,
): Promise<PaymentMethodId[] | undefined> {
  const state = providerStateOf(context);
  const key = `${country} ${money.currency} ${money.minor}`;
  const known = state.methods.get(key);
  const age = context.clock.now().getTime() - (known?.at ?? 0);
  if (known && age < (known.methods ? freshMs : retryMs)) return known.methods;
  const fetching = state.fetchingMethods.get(key) ?? fetchMethods(context, state, key, country, money);
  return (await within(fetching, milliseconds)) ?? known?.methods;
}

function fetchMethods(
  context: AppContext,
  state: ProviderState,
  key: string,
  country: Country,
  money: Money,
): Promise<PaymentMethodId[] | undefined> {
  const [provider] = state.providers.values();
  const fetching = (provider?.listMethods(money, country) ?? Promise.resolve([]))
    .then((names) => offeredMethods(provider?.name ?? '', names, country, money.currency))
    .catch((error: Error) => {
      context.log.warn({ country, err: error.message }, 'the payment provider did not list its methods');
      return undefined;
    })
    .then((methods) => {
      const last = state.methods.get(key)?.methods;
      state.methods.set(key, { at: context.clock.now().getTime(), methods: methods ?? last });
      state.fetchingMethods.delete(key);
      return methods;
    });
  state.fetchingMethods.set(key, fetching);
  return fetching;
}
