import type { PaymentMethodId } from '../../contract/payment-methods.ts';
import type { AppContext } from '../context.ts';
import type { Site } from '../platform/site.ts';
import { providerStateOf } from './provider-state.ts';
import type { PaymentProvider } from './provider.ts';

/** The provider that a site uses for a method now. A payment stays with the provider it was created at. */
export function providerFor(context: AppContext, _site: Site, _method: PaymentMethodId): PaymentProvider {
  const [first] = providerStateOf(context).providers.values();
  if (!first) throw new Error('no payment provider is configured');
  return first;
}

/** The provider of an existing payment, by the name that the payment stores; undefined if it is no longer configured. */
export function providerNamed(context: AppContext, name: string): PaymentProvider | undefined {
  return providerStateOf(context).providers.get(name);
}
