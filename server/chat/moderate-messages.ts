import { cutPreview } from '../../contract/chat/message-text.ts';
import type { AppContext } from '../context.ts';
import { findRelationship, sightUnlessBlocked } from '../members/visibility/find-relationships.ts';
import type { Sight } from '../members/visibility/rules.ts';
import type { Transaction, Reader } from '../platform/database/database.ts';
import { must } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { findTarget } from './find-target.ts';
import { copyQuote } from './hydrate-messages.ts';
import {
  countUnreadAgain,
  findSides,
  setRemoved,
  setRestored,
  showLast,
  emptySentences,
  listOwnConversations,
  type MessageRow,
  findMessageConversation,
  findMessage,
  listBackwards,
  readSide,
} from './queries.ts';
import { visibleFrom } from './rules.ts';

type RemovalContext = Pick<AppContext, 'bus' | 'clock'>;

export interface MessageIds {
  conversationId: ConversationId;
  messageId: MessageId;
}

/**
 * Removes a message, whose place and price stay. Returns the time it was sent; undefined if there is none, or it is
 * already removed.
 */
export async function removeMessage(
  context: RemovalContext,
  tx: Transaction,
  { senderId, ...ids }: MessageIds & { senderId: MemberId },
): Promise<Date | undefined> {
  const row = await tx.first(setRemoved, { ...ids, senderId, now: context.clock.now() });
  if (!row) return undefined;
  const shown = { seq: row.seq, kind: 'removed', text: null, sender_id: senderId };
  await updateSides(context, tx, ids.conversationId, shown, -1);
  return row.created_at;
}

export async function restoreMessage(context: RemovalContext, tx: Transaction, ids: MessageIds): Promise<void> {
  const row = await tx.first(setRestored, { ...ids });
  if (row) await updateSides(context, tx, ids.conversationId, row, 1);
}

async function updateSides(
  context: RemovalContext,
  tx: Transaction,
  conversationId: ConversationId,
  { seq, kind, text, sender_id }: { seq: number; kind: string; text: string | null; sender_id: MemberId },
  change: 1 | -1,
): Promise<void> {
  const pair = await tx.first(findSides, { conversationId });
  const members = pair ? [pair.starter_id, pair.receiver_id].toSorted() : [];
  const shown = { conversationId, seq, kind, preview: cutPreview(text) || null };
  for (const memberId of members) {
    await tx.run(showLast, { memberId, ...shown });
    if (memberId !== sender_id) await tx.run(countUnreadAgain, { receiverId: memberId, conversationId, seq, change });
  }
  publishCatchUp(context, tx, members);
}

/** Makes open pages and the copies that devices keep fetch again. */
function publishCatchUp({ bus }: Pick<AppContext, 'bus'>, tx: Transaction, members: Iterable<MemberId>): void {
  tx.afterCommit(() => {
    for (const memberId of members) bus.publish(memberId, { type: 'catch-up' });
  });
}

/** Empties quotes of a member's profile text in others' messages, for good. Returns their number. */
export async function emptyQuotes(context: Pick<AppContext, 'bus'>, tx: Transaction, memberId: MemberId) {
  const conversationIds = await listOwnConversationIds(tx, memberId);
  const emptied = await tx.all(emptySentences, { memberId, conversationIds });
  publishCatchUp(context, tx, new Set(emptied.flatMap(({ sender_id: senderId }) => [senderId, memberId])));
  return emptied.length;
}

/**
 * Returns a message of the other member as the viewer sees it, with up to `before` earlier ones. Throws chat.not-found
 * if the viewer does not see it, whether it exists or not, like.self if it is their own, and profile.blocked-you.
 */
export async function copyMessage(
  reader: Reader,
  { context, member, site }: Pick<MemberCall, 'context' | 'member' | 'site'>,
  { conversation, message, before }: { conversation: ConversationId; message: MessageId; before: number },
) {
  const viewerId = member.id;
  const otherId = await findTarget(context, viewerId, { conversation });
  const relationship = await findRelationship(reader, { viewerId, otherId, site });
  must(relationship, 'chat.not-found');
  const sight = sightUnlessBlocked(relationship);
  const side = await reader.first(readSide, { memberId: viewerId, otherId });
  const row = await reader.first(findMessage, { conversationId: conversation, messageId: message });
  must(side && row, 'chat.not-found');
  const { floor } = visibleFrom(side, member.paid);
  must(row.seq > floor && row.removed_at === null, 'chat.not-found');
  must(row.sender_id !== viewerId, 'like.self');
  const range = { conversationId: conversation, above: floor, below: row.seq, limit: before };
  const earlier = (await reader.all(listBackwards, range)).toReversed();
  const facts = {
    conversation,
    message,
    ...presentFacts(row, viewerId, sight),
    earlier: earlier.map((one) => presentFacts(one, viewerId, sight)),
  };
  return { authorId: otherId, photoId: row.photo_id, facts };
}

function presentFacts(row: MessageRow, viewerId: MemberId, sight: Sight): object {
  const by = row.sender_id === viewerId ? 'reporter' : 'reported';
  const at = row.created_at.toISOString();
  if (row.removed_at !== null) return { by, at, kind: 'removed', text: null, gift: null, quote: null };
  const { kind, text, gift } = row;
  return { by, at, kind, text, gift, quote: copyQuote(row, viewerId, sight) };
}

/** Finds a message among the member's own conversations; only their machines are queried. Throws chat.not-found. */
export async function findConversationOfMessage(
  reader: Reader,
  memberId: MemberId,
  messageId: MessageId,
): Promise<ConversationId> {
  const conversationIds = await listOwnConversationIds(reader, memberId);
  const found = await reader.first(findMessageConversation, { conversationIds, messageId });
  must(found, 'chat.not-found');
  return found.conversation_id;
}

async function listOwnConversationIds(reader: Reader, memberId: MemberId): Promise<ConversationId[]> {
  return (await reader.all(listOwnConversations, { memberId })).map(({ conversation_id: id }) => id);
}
