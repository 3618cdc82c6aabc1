import { closeForGood, findDueAccountDeletions } from '../accounts/deletion/deletions.ts';
import type { AppContext } from '../context.ts';
import { eraseMember } from './erase-member.ts';

/** Erases accounts whose time to come back is over, hourly. A failed erasure stops no other and is retried. */
export async function eraseAccounts(context: AppContext): Promise<void> {
  const { database, clock, log } = context;
  const tried: MemberId[] = [];
  let failures = 0;
  for (;;) {
    const due = await findDueAccountDeletions(database, clock.now(), tried);
    if (due.length === 0) break;
    for (const memberId of due) {
      tried.push(memberId);
      try {
        if (await closeForGood(database, memberId)) await eraseMember(context, memberId);
      } catch (error) {
        failures += 1;
        log.error({ event: 'account-not-erased', member: memberId, err: (error as Error).message }, 'erasing failed');
      }
    }
  }
  if (failures > 0) throw new Error(`${failures} accounts could not be erased`);
}
