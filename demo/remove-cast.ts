import { closeForGood } from '../server/accounts/leaving/departures.ts';
import type { AppContext } from '../server/context.ts';
import { eraseMember } from '../server/erasure/erase-member.ts';
import { listAllCast } from './queries.ts';

/**
 * Erases the cast like members who left; messages from other members to the cast stay with their senders. After an
 * interruption, the next call continues. Returns the number of members erased.
 */
export async function removeCast(context: AppContext): Promise<number> {
  const cast = await context.database.all(listAllCast);
  for (const { member_id: memberId } of cast) {
    await closeForGood(context.database, memberId, { evenIfActive: true });
    await eraseMember(context, memberId);
  }
  return cast.length;
}
