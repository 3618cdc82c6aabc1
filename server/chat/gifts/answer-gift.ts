import type { Message } from '../../../contract/chat/operations.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must, refuse, refuseFields } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { findTarget } from '../find-target.ts';
import { answersAsSeen } from '../hydrate-messages.ts';
import { lockPair } from '../lock-pair.ts';
import { findOpenSide, readSide, findGift, insertGiftAnswer, listGiftAnswers } from '../queries.ts';
import { advanceRead } from '../read/activity.ts';
import { mustBeAbleToSend, visibleFrom } from '../rules.ts';

/**
 * Answers a gift's question, once and for free. Idempotent. Throws chat.not-found, chat.answered after another answer
 * of the member, input.invalid without such a gift, and the refusals of `mustBeAbleToSend`.
 */
export const answerGift: Handler<'answerGift'> = async ({ conversation, seq, answer }, call) => {
  const { context, member } = call;
  const otherId = await findTarget(context, member.id, { conversation });
  return context.database.transaction(async (tx) => {
    const conversationId = await lockPair(tx, member.id, otherId);
    const message = await mustBeSeen(tx, call, otherId, { conversationId, seq });
    const ids = { memberId: member.id, conversationId };
    const isNew = (await tx.run(insertGiftAnswer, { ...ids, seq, answer, now: context.clock.now() })) === 1;
    const rows = await tx.all(listGiftAnswers, { conversationId, seqs: [seq] });
    const seenBy = (id: MemberId): Message['answers'] => answersAsSeen(rows, seq, id);
    if (seenBy(member.id)?.own !== answer) refuse('chat.answered');
    if (isNew) {
      await advanceRead(context, tx, member.id, conversationId, seq);
      // The member sees the gift, so their own side is open.
      const reader = (await tx.first(findOpenSide, { memberId: otherId, conversationId })) && otherId;
      tx.afterCommit(() => {
        for (const id of [member.id, reader]) {
          const answers = id && seenBy(id);
          if (answers) context.bus.publish(id, { type: 'gift-answered', message, answers });
        }
      });
    }
    return { answers: seenBy(member.id) };
  });
};

/** Returns the message id of a gift that the member may see and answer. Fictional members answer no questions. */
async function mustBeSeen(
  tx: Transaction,
  { member, site }: MemberCall,
  otherId: MemberId,
  gift: { conversationId: ConversationId; seq: number },
): Promise<MessageId> {
  const relationship = await findRelationship(tx, { viewerId: member.id, otherId, site });
  const side = await tx.first(readSide, { memberId: member.id, otherId });
  must(relationship && side, 'chat.not-found');
  mustBeAbleToSend(relationship);
  const isSeen = gift.seq > visibleFrom(side, member.paid).floor && !relationship.fictional;
  const found = isSeen ? await tx.first(findGift, gift) : undefined;
  refuseFields({ seq: found ? undefined : 'field.invalid' });
  return found!.message_id;
}
