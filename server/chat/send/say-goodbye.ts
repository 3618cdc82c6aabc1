import { listProfileSummaries } from '../../members/list-summaries.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { asSeen, seesActivity, deriveSight } from '../../members/visibility/rules.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { createId } from '../../platform/ids.ts';
import { findTarget } from '../find-target.ts';
import { presentSent } from '../hydrate-messages.ts';
import { lockPair } from '../lock-pair.ts';
import { type MessageRow, closeConversation, closeSide, findGoodbye } from '../queries.ts';
import { mustBeAbleToSend } from '../rules.ts';
import { deliver, freeMessage } from './deliver.ts';
import { inTurn } from './send.ts';

/**
 * Ends a conversation for both for good, with a free line. Idempotent. Throws chat.not-found, chat.closed after the
 * other's goodbye, and the refusals of `mustBeAbleToSend`.
 */
export const sayGoodbye: Handler<'sayGoodbye'> = async ({ conversation }, call) => {
  const { context, member } = call;
  const otherId = await findTarget(context, member.id, { conversation });
  // Waits for the member's own messages that are still being sent.
  const row = await inTurn(context, member.id, () =>
    context.database.transaction((tx) => closeBehind(tx, call, otherId)),
  );
  return { message: presentSent(context, row, { viewerId: member.id, otherId }) };
};

async function closeBehind(tx: Transaction, call: MemberCall, otherId: MemberId): Promise<MessageRow> {
  const { context, member, site } = call;
  const conversationId = await lockPair(tx, member.id, otherId);
  const relationship = await findRelationship(tx, { viewerId: member.id, otherId, site });
  must(relationship?.conversation_hidden === false, 'chat.not-found');
  const earlier = relationship.closed ? await tx.first(findGoodbye, { conversationId }) : undefined;
  if (earlier?.sender_id === member.id) return earlier;
  mustBeAbleToSend(relationship);
  const { summaries, told } = await loadAppearance(tx, call, otherId);
  const ends = { conversationId, senderId: member.id, receiverId: otherId, toFictional: relationship.fictional };
  const line = { ...freeMessage, ...ends, id: createId<MessageId>(), kind: 'goodbye', text: null, summaries } as const;
  const [row] = await deliver(context, tx, [line], context.clock.now());
  must(row, 'chat.not-found');
  await tx.run(closeConversation, { conversationId });
  for (const memberId of [member.id, otherId].toSorted()) await tx.run(closeSide, { memberId, conversationId });
  const read = { type: 'read', conversation: conversationId, seq: row.seq, own: false } as const;
  if (told) tx.afterCommit(() => context.bus.publish(otherId, read));
  return row;
}

/**
 * Loads how both members appear to each other, so that the line reveals no invisible member. `told`: true if the
 * receiver learns what the sender has read.
 */
async function loadAppearance(tx: Transaction, { context, member }: MemberCall, receiverId: MemberId) {
  const toReceiver = { viewerId: receiverId, otherId: member.id };
  const views = [toReceiver, { viewerId: member.id, otherId: receiverId }];
  const [sender, receiver] = await listProfileSummaries(context, tx, views);
  const known = await findRelationship(tx, { ...toReceiver, site: null });
  // If the receiver had deleted the conversation, they get it back.
  const after = known && { ...known, conversation_hidden: false };
  const summaries = { sender: sender && asSeen(sender, after ? deriveSight(after) : 'none'), receiver };
  return { summaries, told: after !== undefined && seesActivity(after) };
}
