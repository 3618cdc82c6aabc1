import type { AppContext } from '../../context.ts';
import { advanceRead } from './advance-read.ts';

/** Marks a conversation of the member as read up to `seq`. Ignores other members' conversations and a lower `seq`. */
export async function markRead(
  context: AppContext,
  memberId: string,
  conversationId: string,
  seq: number,
): Promise<void> {
  await context.database.transaction((tx) => advanceRead(context, tx, memberId, conversationId, seq));
}
