import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { AppContext } from '../context.ts';
import { createMollie } from './mollie/mollie.ts';
import type { PaymentProvider } from './provider.ts';
import { createStripe } from './stripe/stripe.ts';

/** State that this module keeps in memory: the providers' adapters, and the calls to them that are in progress. */
export interface ProviderState {
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

/** The last methods that a provider listed; `failed` if it did not answer the latest request. */
export interface FetchedMethods {
  at: number;
  methods: PaymentMethodId[] | undefined;
  failed: boolean;
}

const states = new WeakMap<AppContext, ProviderState>();

/** The state of this process; created at first use, because the providers' addresses are known only then. */
export function getProviderState(context: AppContext): ProviderState {
  const known = states.get(context);
  if (known) return known;
  const now = (): Date => context.clock.now();
  const providers = [
    createMollie(context.paymentProvider),
    ...(context.stripe ? [createStripe({ ...context.stripe, now })] : []),
  ];
  const fresh: ProviderState = {
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    methods: new Map(),
    fetchingMethods: new Map(),
    creating: new Map(),
    settling: new Map(),
    unknownIds: { since: 0, asked: 0 },
  };
  states.set(context, fresh);
  return fresh;
}
