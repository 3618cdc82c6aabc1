import type { AppContext } from '../context.ts';
import { countNew } from './queries.ts';

/** How many received likes of visible senders a member has not seen yet. */
export async function countNewLikes(context: Pick<AppContext, 'database'>, memberId: string): Promise<number> {
  return (await context.database.first(countNew, { memberId }))?.count ?? 0;
}
