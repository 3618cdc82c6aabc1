import type { AppContext } from '../../context.ts';
import { findTypingReader } from '../queries.ts';

/** Tells the other member of a conversation that this one is typing; nobody when it is not theirs or a block hides it. */
export async function noteTyping(context: AppContext, memberId: string, conversationId: string): Promise<void> {
  const reader = await context.database.first(findTypingReader, [memberId, conversationId]);
  if (reader) context.bus.publish(reader.other_id, { type: 'typing', conversation: conversationId, profile: memberId });
}
