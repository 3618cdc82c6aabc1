import { randomUUID } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { listProfileSummaries } from '../../members/list-profile-summaries.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { asSeen, seesActivity, findSendBlocker, deriveSight } from '../../members/visibility/rules.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must, refuse } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { findTarget } from '../find-target.ts';
import { lockPair } from '../lock-pair.ts';
import { type MessageRow, closeConversation, closeSide, findGoodbye } from '../queries.ts';
import { blockerRefusal } from '../rules.ts';
import { deliver, messageFor } from './deliver.ts';
import { inTurn } from './send-queue.ts';
import type { NewMessage } from './shapes.ts';

/**
 * Ends a conversation for both members for good, with a free line. A message sent at the same moment is delivered
 * before it, or refused and free: the pair's lock decides. Idempotent. Throws chat.not-found, chat.closed after the
 * other's goodbye, and the refusals of `findSendBlocker`.
 */
export const sayGoodbye: Handler<'sayGoodbye'> = async ({ conversation }, call) => {
  const { context, member } = call;
  const otherId = await findTarget(context.database, member.id, { conversation });
  // Waits for the member's own messages that are still being sent.
  const row = await inTurn(context, member.id, () =>
    context.database.transaction((tx) => closeBehind(tx, call, otherId)),
  );
  return { message: messageFor(context, row, { viewerId: member.id, otherId }) };
};

async function closeBehind(tx: Transaction, call: MemberCall, otherId: string): Promise<MessageRow> {
  const { context, member, site } = call;
  const conversationId = await lockPair(tx, member.id, otherId);
  const relationship = await findRelationship(tx, { viewerId: member.id, otherId, site });
  must(relationship?.conversation_hidden === false, 'chat.not-found');
  const earlier = relationship.closed ? await tx.first(findGoodbye, { conversationId }) : undefined;
  if (earlier?.sender_id === member.id) return earlier;
  const blocker = findSendBlocker(relationship);
  if (blocker) refuse(...blockerRefusal(blocker, relationship.name));
  const ends = { conversationId, senderId: member.id, receiverId: otherId };
  const { summaries, told } = await appearanceOf(context, tx, member.id, otherId);
  const line = { kind: 'goodbye', text: null, photo: null, gift: null, foothold: null } as const;
  const free = { id: randomUUID(), starts: false, credits: 0, call: null, toFictional: relationship.fictional };
  const [row] = await deliver(context, tx, [{ ...ends, ...line, ...free, summaries }], context.clock.now());
  must(row, 'chat.not-found');
  await tx.run(closeConversation, { conversationId });
  for (const memberId of [member.id, otherId].toSorted()) await tx.run(closeSide, { memberId, conversationId });
  const read = { type: 'read', conversation: conversationId, seq: row.seq, own: false } as const;
  if (told) tx.afterCommit(() => context.bus.publish(otherId, read));
  return row;
}

/**
 * Both members as the other sees them after the line, which reveals no invisible member. `told`: true if the receiver
 * learns what the sender has read.
 */
async function appearanceOf(
  context: AppContext,
  tx: Transaction,
  senderId: string,
  receiverId: string,
): Promise<{ summaries: NewMessage['summaries']; told: boolean }> {
  const [sender, receiver] = await listProfileSummaries(context, tx, [
    { viewerId: receiverId, otherId: senderId },
    { viewerId: senderId, otherId: receiverId },
  ]);
  const known = await findRelationship(tx, { viewerId: receiverId, otherId: senderId, site: null });
  // If the receiver had deleted the conversation, they get it back.
  const after = known && { ...known, conversation_hidden: false };
  const summaries = { sender: sender && asSeen(sender, after ? deriveSight(after) : 'none'), receiver };
  return { summaries, told: after !== undefined && seesActivity(after) };
}
