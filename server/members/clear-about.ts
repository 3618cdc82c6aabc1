import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { emptyAbout } from './queries.ts';

/** Removes what a profile says about its member. False if it says nothing. */
export async function clearAbout(
  { bus }: Pick<AppContext, 'bus'>,
  tx: Transaction,
  memberId: string,
): Promise<boolean> {
  if ((await tx.run(emptyAbout, { memberId })) === 0) return false;
  tx.afterCommit(() => bus.publish(memberId, { type: 'profile' }));
  return true;
}
