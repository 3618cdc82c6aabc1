import type { AppContext } from '../../context.ts';
import { advanceRead } from './advance-read.ts';

/** Notes that a member has read a conversation up to `seq`; only their own, only forward. */
export async function markRead(
  context: AppContext,
  memberId: string,
  conversationId: string,
  seq: number,
): Promise<void> {
  await context.database.transaction((tx) => advanceRead(context, tx, memberId, conversationId, seq));
}
