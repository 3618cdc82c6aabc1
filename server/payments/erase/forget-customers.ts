import type { AppContext } from '../../context.ts';
import { providerNamed } from '../providers.ts';
import { type ForgottenRow, deleteCustomerRow, endCardsAt, listToForget } from './queries.ts';

const atOnce = 100;

/**
 * Deletes erased members at the providers. Runs every hour, separately from the erasure, which waits for no provider. A
 * failed deletion is retried for as long as it takes; repeating a successful one finds no customer, which is no fault.
 */
export async function forgetCustomers(context: AppContext): Promise<void> {
  const { database, log } = context;
  const tried: string[] = [];
  let failures = 0;
  for (;;) {
    const rows = await database.all(listToForget, { but: tried, limit: atOnce });
    if (rows.length === 0) break;
    for (const row of rows) {
      tried.push(keyOf(row));
      try {
        await forget(context, row);
      } catch (error) {
        failures += 1;
        const facts = { event: 'customer-not-deleted', member: row.member_id, provider: row.provider };
        log.warn({ ...facts, err: (error as Error).message }, 'a provider did not delete a customer');
      }
    }
  }
  if (failures > 0) throw new Error(`${failures} customers could not be deleted at their provider`);
}

const keyOf = ({ member_id: memberId, provider }: ForgottenRow): string => `${memberId} ${provider}`;

/** Throws `ProviderFault`. */
async function forget(context: AppContext, row: ForgottenRow): Promise<void> {
  const { member_id: memberId, provider: name, customer_id: customerId } = row;
  if (customerId !== null) {
    const provider = providerNamed(context, name);
    if (!provider) throw new Error('the provider is not configured');
    await provider.deleteCustomer(customerId);
  }
  await context.database.transaction(async (tx) => {
    await tx.run(endCardsAt, { memberId, provider: name, now: context.clock.now() });
    await tx.run(deleteCustomerRow, { memberId, provider: name });
  });
  context.log.info({ event: 'customer.deleted', member: memberId, provider: name }, 'a provider forgot a member');
}
