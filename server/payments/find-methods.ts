import type { Country } from '../../contract/countries.ts';
import type { PaymentMethodId } from '../../contract/payment-methods.ts';
import type { AppContext } from '../context.ts';
import { type Desk, deskOf } from './desk.ts';
import type { Money } from './provider.ts';
import { offeredMethods } from './rules.ts';
import { within } from './within.ts';

const freshMs = 60_000;
// A provider that is down is not asked by every page that is opened meanwhile.
const retryMs = 5_000;

/**
 * The methods that the provider offers for an amount in a country, asked for at most once a minute.
 * Nothing when it does not say within `milliseconds` and never said before.
 */
export async function findMethods(
  context: AppContext,
  country: Country,
  money: Money,
  milliseconds: number,
): Promise<PaymentMethodId[] | undefined> {
  const desk = deskOf(context);
  const key = `${country} ${money.currency} ${money.minor}`;
  const known = desk.methods.get(key);
  const age = context.clock.now().getTime() - (known?.at ?? 0);
  if (known && age < (known.methods ? freshMs : retryMs)) return known.methods;
  const asking = desk.askingForMethods.get(key) ?? ask(context, desk, key, country, money);
  return (await within(asking, milliseconds)) ?? known?.methods;
}

function ask(
  context: AppContext,
  desk: Desk,
  key: string,
  country: Country,
  money: Money,
): Promise<PaymentMethodId[] | undefined> {
  const asking = desk.provider
    .listMethods(money, country)
    .then((names) => offeredMethods(names, country))
    .catch((error: Error) => {
      context.log.warn({ country, err: error.message }, 'the payment provider did not list its methods');
      return undefined;
    })
    .then((methods) => {
      const last = desk.methods.get(key)?.methods;
      desk.methods.set(key, { at: context.clock.now().getTime(), methods: methods ?? last });
      desk.askingForMethods.delete(key);
      return methods;
    });
  desk.askingForMethods.set(key, asking);
  return asking;
}
