import { randomUUID } from 'node:crypto';

import type { Language } from '../../../contract/platform/languages.ts';
import type { AppContext } from '../../context.ts';
import { type PaymentProvider, ProviderFault } from '../provider.ts';
import { findCustomer, keepCustomer, replaceCustomer, reserveCustomer } from './queries.ts';

interface Buyer {
  memberId: MemberId;
  language: Language;
}

/**
 * Calls `use` with the member's customer, and again with a new one if the provider has deleted it: its idempotency key
 * has to depend on the customer. Throws `ProviderFault`.
 */
export async function withCustomer<T>(
  context: AppContext,
  provider: PaymentProvider,
  buyer: Buyer,
  use: (customer: string) => Promise<T>,
): Promise<T> {
  const customer = await ensureCustomer(context, provider, buyer);
  try {
    return await use(customer);
  } catch (error) {
    if (!(error instanceof ProviderFault) || !error.isCustomerGone) throw error;
    const { memberId } = buyer;
    context.log.warn(
      { event: 'customer-gone', member: memberId, provider: provider.name },
      'a provider has lost a member',
    );
    const values = { memberId, provider: provider.name, customerId: customer, key: randomUUID() };
    await context.database.transaction((tx) => tx.run(replaceCustomer, values));
    return use(await ensureCustomer(context, provider, buyer));
  }
}

/** Stores the creation key first, so that concurrent calls and a call after a crash get the same customer. */
async function ensureCustomer(context: AppContext, provider: PaymentProvider, { memberId, language }: Buyer) {
  const ids = { memberId, provider: provider.name };
  const key = randomUUID();
  const row = await context.database.transaction(async (tx) => {
    await tx.run(reserveCustomer, { ...ids, key, now: context.clock.now() });
    return tx.first(findCustomer, ids);
  });
  if (row?.customer_id) return row.customer_id;
  const customerId = await provider.createCustomer({ key: row?.creation_key ?? key, memberId, language });
  await context.database.transaction((tx) => tx.run(keepCustomer, { ...ids, customerId }));
  return customerId;
}

export async function findCustomerId(
  context: AppContext,
  provider: PaymentProvider,
  memberId: MemberId,
): Promise<string | undefined> {
  const row = await context.database.first(findCustomer, { memberId, provider: provider.name });
  return row?.customer_id ?? undefined;
}
