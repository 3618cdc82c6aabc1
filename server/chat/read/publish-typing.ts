import type { AppContext } from '../../context.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { seesActivity } from '../../members/visibility/rules.ts';
import { findTypingReader } from '../queries.ts';

/**
 * Tells the other member of a conversation that this one is typing, if neither of them deleted the conversation and the
 * other sees this one's activity: an invisible member who has not answered yet does not reveal that they are online.
 */
export async function publishTyping(context: AppContext, memberId: string, conversationId: string): Promise<void> {
  const reader = await context.database.first(findTypingReader, { memberId, conversationId });
  if (!reader) return;
  const view = { viewerId: reader.other_id, otherId: memberId, site: null };
  const relationship = await findRelationship(context.database, view);
  if (!relationship || !seesActivity(relationship)) return;
  context.bus.publish(reader.other_id, { type: 'typing', conversation: conversationId, profile: memberId });
}
