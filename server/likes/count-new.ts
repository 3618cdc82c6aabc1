import type { AppContext } from '../context.ts';
import { countNew } from './queries.ts';

/** Counts the unseen received likes whose senders are visible to the member. */
export async function countNewLikes(context: Pick<AppContext, 'database'>, memberId: string): Promise<number> {
  return (await context.database.first(countNew, { memberId }))?.count ?? 0;
}
