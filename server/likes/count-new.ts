import type { AppContext } from '../context.ts';
import { countNew } from './queries.ts';

/** How many received likes a member has not seen yet, of senders whom they can see. */
export async function countNewLikes(context: Pick<AppContext, 'database'>, memberId: string): Promise<number> {
  return (await context.database.first(countNew, { memberId }))?.count ?? 0;
}
