import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { AppContext } from '../context.ts';
import type { Site } from '../platform/site.ts';
import type { PaymentProviders } from '../settings/rules.ts';
import type { PaymentProvider } from './provider.ts';
import { createMollie } from './mollie/mollie.ts';
import { createStripe } from './stripe/stripe.ts';

/** An `embedded` sandbox listens on this machine only, so its pay page is shown under the site's own origin. */
export interface PaymentConnections {
  mollie: { url: string; apiKey: string; embedded?: true };
  stripe: { url: string | null; apiKey: string; webhookSecrets: readonly string[]; embedded?: true } | null;
  /** The origin at which the providers reach the webhook. */
  webhookOrigin(): string;
}

type ProvidersOfSite = Pick<Site, 'paymentProviders'>;

/** Returns the provider that a site uses for a method now. A payment stays with the provider it was created at. */
export function providerFor(context: AppContext, site: ProvidersOfSite, method: PaymentMethodId): PaymentProvider {
  const name = providerNameFor(site.paymentProviders, method);
  const provider = providerNamed(context, name);
  if (!provider) throw new Error(`the payment provider ${name} is not configured`);
  return provider;
}

export function providerNameFor(providers: PaymentProviders, method: PaymentMethodId): string {
  return providers[method] ?? providers.default;
}

export function isOff(providers: PaymentProviders, method: PaymentMethodId): boolean {
  return providers[method] === 'off';
}

/** Returns the provider that a payment names; undefined if it is no longer configured. */
export function providerNamed(context: AppContext, name: string): PaymentProvider | undefined {
  return getProviderState(context).providers.get(name);
}

interface ProviderState {
  providers: ReadonlyMap<string, PaymentProvider>;
  /** Methods by provider, country and amount; `at` is when they were fetched, in milliseconds since 1970. */
  methods: Map<string, FetchedMethods>;
  fetchingMethods: Map<string, Promise<FetchedMethods>>;
  creating: Map<string, Promise<void>>;
  /** Payments being settled, by the provider's id, each with the run that is queued behind the current one. */
  settling: Map<string, { running: Promise<void>; next: Promise<void> | undefined }>;
  /** How many unknown ids were looked up at the provider in the second that began at `since`. */
  unknownIds: { since: number; asked: number };
}

export interface FetchedMethods {
  at: number;
  methods: PaymentMethodId[] | undefined;
  failed: boolean;
}

/** Returns this process's state of its providers: running requests and counts. */
export const getProviderState = ({ memory }: Pick<AppContext, 'memory'>): ProviderState => memory(createProviderState);

function createProviderState({ clock, payments: { mollie, stripe } }: AppContext): ProviderState {
  const providers = [createMollie(mollie), ...(stripe ? [createStripe({ ...stripe, now: () => clock.now() })] : [])];
  return {
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    methods: new Map(),
    fetchingMethods: new Map(),
    creating: new Map(),
    settling: new Map(),
    unknownIds: { since: 0, asked: 0 },
  };
}
