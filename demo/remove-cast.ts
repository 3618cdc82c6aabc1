import { closeForGood } from '../server/accounts/deletion/deletions.ts';
import type { AppContext } from '../server/context.ts';
import { eraseMember } from '../server/erasure/erase-member.ts';
import { listAllCast } from './queries.ts';

/** Erases the cast like members who left; an interrupted run can be repeated. Returns the number of members erased. */
export async function removeCast(context: AppContext): Promise<number> {
  const cast = await context.database.all(listAllCast);
  for (const { member_id: memberId } of cast) {
    await closeForGood(context.database, memberId, { evenIfActive: true });
    await eraseMember(context, memberId);
  }
  return cast.length;
}
