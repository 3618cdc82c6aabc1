import { debitOpenMinutes } from '../../../contract/payments/limits.ts';
import type { AppContext } from '../../context.ts';
import { after, minuteMs } from '../../platform/clock.ts';
import { forgetDetails } from './queries.ts';

/** Forgets the IBANs and numbers of direct debits that can no longer be confirmed. Runs every ten minutes. */
export async function purgeDebits({ database, clock }: AppContext): Promise<void> {
  const before = after(clock.now(), -debitOpenMinutes * minuteMs);
  await database.transaction((tx) => tx.run(forgetDetails, { before }));
}
