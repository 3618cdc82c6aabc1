import { randomUUID } from 'node:crypto';

import type { Language } from '../../../contract/languages.ts';
import type { AppContext } from '../../context.ts';
import type { PaymentProvider } from '../provider.ts';
import { findCustomer, keepCustomer, reserveCustomer } from './queries.ts';

/**
 * The provider's id of a member, created at the first call. The key of the creation is stored before the provider is
 * called: calls at the same time, and a call after a crash, get the same customer. Throws `ProviderFault`.
 */
export async function ensureCustomer(
  context: AppContext,
  provider: PaymentProvider,
  { memberId, language }: { memberId: string; language: Language },
): Promise<string> {
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

/** The provider's id of a member; undefined if there is none. */
export async function customerOf(
  context: AppContext,
  provider: PaymentProvider,
  memberId: string,
): Promise<string | undefined> {
  const row = await context.database.first(findCustomer, { memberId, provider: provider.name });
  return row?.customer_id ?? undefined;
}
