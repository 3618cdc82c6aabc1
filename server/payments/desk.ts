import type { PaymentMethodId } from '../../contract/payment-methods.ts';
import type { AppContext } from '../context.ts';
import { createMollie } from './mollie.ts';
import type { PaymentProvider } from './provider.ts';

/** What the room keeps in memory beside the database: the provider's adapter, and calls to it that are under way. */
export interface Desk {
  provider: PaymentProvider;
  /** Methods by country and amount, with the moment they were asked for (milliseconds since 1970). */
  methods: Map<string, { at: number; methods: PaymentMethodId[] | undefined }>;
  askingForMethods: Map<string, Promise<PaymentMethodId[] | undefined>>;
  /** Creations under way at the provider, by payment. */
  creating: Map<string, Promise<void>>;
  /** Settlings under way, by the provider's id, each with the one that waits behind it. */
  settling: Map<string, { running: Promise<void>; next: Promise<void> | undefined }>;
  /** Questions about ids the house never heard of, in the second that began at `since`. */
  strangers: { since: number; asked: number };
}

const desks = new WeakMap<AppContext, Desk>();

/** The desk of a process; made at first use, because the provider's address is known only then. */
export function deskOf(context: AppContext): Desk {
  const known = desks.get(context);
  if (known) return known;
  const fresh: Desk = {
    provider: createMollie(context.paymentProvider),
    methods: new Map(),
    askingForMethods: new Map(),
    creating: new Map(),
    settling: new Map(),
    strangers: { since: 0, asked: 0 },
  };
  desks.set(context, fresh);
  return fresh;
}
