import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { AppContext } from '../context.ts';
import type { PaymentProviders, Site } from '../platform/site.ts';
import { getProviderState } from './provider-state.ts';
import type { PaymentProvider } from './provider.ts';

type ProvidersOfSite = Pick<Site, 'paymentProviders'>;

/** The provider that a site uses for a method now. A payment stays with the provider it was created at. */
export function providerFor(context: AppContext, site: ProvidersOfSite, method: PaymentMethodId): PaymentProvider {
  const name = providerNameFor(site.paymentProviders, method);
  const provider = providerNamed(context, name);
  if (!provider) throw new Error(`the payment provider ${name} is not configured`);
  return provider;
}

export function providerNameFor(providers: PaymentProviders, method: PaymentMethodId): string {
  return providers[method] ?? providers.default;
}

/** Whether a site has switched a method off: it cannot be chosen for new orders. */
export function isOff(providers: PaymentProviders, method: PaymentMethodId): boolean {
  return providers[method] === 'off';
}

/** The provider of an existing payment, by the name that the payment stores; undefined if it is no longer configured. */
export function providerNamed(context: AppContext, name: string): PaymentProvider | undefined {
  return getProviderState(context).providers.get(name);
}
