import { type Installation, type Verdict, fault, good, warning } from '../checks.ts';
import { systemClock } from '../platform/clock.ts';
import { createMollie } from './mollie/mollie.ts';
import type { PaymentProvider } from './provider.ts';
import { createStripe } from './stripe/stripe.ts';

/** Asks each configured provider for its methods, with our key. */
export async function checkProviders({ config }: Installation): Promise<readonly Verdict[]> {
  const { payments, stripe } = config;
  const providers: PaymentProvider[] = [];
  if (payments.url && payments.apiKey) providers.push(createMollie({ url: payments.url, apiKey: payments.apiKey }));
  if (stripe) providers.push(createStripe({ ...stripe, now: systemClock.now }));
  if (providers.length === 0) return [warning('no provider is configured: payments go to the sandbox')];
  return Promise.all(
    providers.map(async (provider) => {
      try {
        const methods = await provider.listMethods({ minor: 999, currency: 'EUR' }, 'NL');
        if (methods.length === 0) return fault(`${provider.name} offers no method: switch some on in its dashboard`);
        return good(`${provider.name} accepts our ${provider.mode} key and offers ${methods.join(', ')}`);
      } catch (error) {
        return fault(`${provider.name}: ${(error as Error).message}`);
      }
    }),
  );
}
