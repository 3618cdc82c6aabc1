import { findRelationship } from '../members/visibility/find-relationships.ts';
import { type Sight, deriveSight } from '../members/visibility/rules.ts';
import type { Reader } from '../platform/database/database.ts';
import { must, refuse } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { findTarget } from './find-target.ts';
import { frozenFoothold } from './foothold.ts';
import {
  type MessageRow,
  findMessageConversation,
  findMessage,
  listBackwards,
  listOwnConversations,
  readSide,
} from './queries.ts';
import { visibleFrom } from './rules.ts';

/** The content of a reported message, as the reporter saw it. */
export interface FrozenMessage {
  authorId: string;
  photoId: string | null;
  facts: object;
}

/**
 * Returns a message of the other member as the viewer sees it, with up to `before` earlier ones. Throws chat.not-found
 * if the viewer does not see the message, whether it exists or not, like.self if it is their own, and
 * profile.blocked-you.
 */
export async function freezeMessage(
  reader: Reader,
  { member, site }: Pick<MemberCall, 'member' | 'site'>,
  wanted: { conversation: string; message: string; before: number },
): Promise<FrozenMessage> {
  const { conversation, message, before } = wanted;
  const viewerId = member.id;
  const otherId = await findTarget(reader, viewerId, { conversation });
  const relationship = await findRelationship(reader, { viewerId, otherId, site });
  must(relationship, 'chat.not-found');
  const sight = deriveSight(relationship);
  if (sight === 'blocked') refuse('profile.blocked-you', { name: relationship.name });
  const side = await reader.first(readSide, { memberId: viewerId, otherId });
  const row = await reader.first(findMessage, { conversationId: conversation, messageId: message });
  must(side && row, 'chat.not-found');
  const { floor } = visibleFrom(side, member.paid);
  must(row.seq > floor && row.removed_at === null, 'chat.not-found');
  must(row.sender_id !== viewerId, 'like.self');
  const range = { conversationId: conversation, above: floor, below: row.seq, limit: before };
  const earlier = await reader.all(listBackwards, range);
  const facts = {
    conversation,
    message,
    ...factsOf(row, viewerId, sight),
    earlier: earlier.toReversed().map((one) => factsOf(one, viewerId, sight)),
  };
  return { authorId: otherId, photoId: row.photo_id, facts };
}

/** Finds a message among the member's own conversations; only their machines are queried. Throws chat.not-found. */
export async function conversationOfMessage(reader: Reader, memberId: string, messageId: string): Promise<string> {
  const own = await reader.all(listOwnConversations, { memberId });
  const conversationIds = own.map(({ conversation_id: id }) => id);
  const found = await reader.first(findMessageConversation, { conversationIds, messageId });
  must(found, 'chat.not-found');
  return found.conversation_id;
}

function factsOf(row: MessageRow, viewerId: string, sight: Sight): object {
  const by = row.sender_id === viewerId ? 'reporter' : 'reported';
  const at = row.created_at.toISOString();
  if (row.removed_at !== null) return { by, at, kind: 'removed', text: null, gift: null, foothold: null };
  const { kind, text, gift } = row;
  return { by, at, kind, text, gift, foothold: frozenFoothold(row, viewerId, sight) };
}
