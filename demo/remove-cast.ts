import { closeForGood } from '../server/accounts/leaving/departures.ts';
import type { AppContext } from '../server/context.ts';
import { eraseMember } from '../server/erasure/erase-member.ts';
import { listAllCast } from './queries.ts';

/**
 * Erases the cast, as members who left: what others wrote to them stays with the others. Returns how many there were. One
 * that was cut off continues when it is called again.
 */
export async function removeCast(context: AppContext): Promise<number> {
  const cast = await context.database.all(listAllCast);
  for (const { member_id: memberId } of cast) {
    await closeForGood(context.database, memberId, { evenIfActive: true });
    await eraseMember(context, memberId);
  }
  return cast.length;
}
