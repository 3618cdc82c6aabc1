import type { AppContext } from '../../context.ts';
import { sumUnread } from '../queries.ts';

/** Counts unread messages in all conversations that the member's list shows, for the badge and the page title. */
export async function countUnread(context: Pick<AppContext, 'database'>, memberId: string): Promise<number> {
  return (await context.database.first(sumUnread, { memberId }))?.unread ?? 0;
}
