import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { emptyAbout } from './queries.ts';

/** Empties a profile's text about its member. Returns false if it was empty. */
export async function clearAbout(
  { bus }: Pick<AppContext, 'bus'>,
  tx: Transaction,
  memberId: string,
): Promise<boolean> {
  if ((await tx.run(emptyAbout, { memberId })) === 0) return false;
  tx.afterCommit(() => bus.publish(memberId, { type: 'profile' }));
  return true;
}
