import type { AppContext } from '../../context.ts';
import { sumUnread } from '../queries.ts';

/** Unread messages over all conversations that the member's list shows: for badge and title. */
export async function countUnread(context: Pick<AppContext, 'database'>, memberId: string): Promise<number> {
  return (await context.database.first(sumUnread, { memberId }))?.unread ?? 0;
}
