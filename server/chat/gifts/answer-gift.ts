import type { Message } from '../../../contract/chat/operations.ts';
import type { AppContext } from '../../context.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { findSendBlocker } from '../../members/visibility/rules.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must, refuse, refuseFields } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { findTarget } from '../find-target.ts';
import { lockPair } from '../lock-pair.ts';
import { findTypingReader, readSide } from '../queries.ts';
import { advanceRead } from '../read/advance-read.ts';
import { blockerRefusal, visibleFrom } from '../rules.ts';
import { findGift, insertGiftAnswer, listGiftAnswers } from './queries.ts';
import { answersAsSeen } from './rules.ts';

/**
 * Answers a gift's question, once and for free. Each member sees the other's answer once both have answered. The pair's
 * lock orders both answers, a block and a goodbye. Idempotent. Throws chat.not-found, chat.answered after another
 * answer of the member, input.invalid without such a gift, and the refusals of `findSendBlocker`.
 */
export const answerGift: Handler<'answerGift'> = async (input, call) => {
  const { context, member } = call;
  const otherId = await findTarget(context.database, member.id, { conversation: input.conversation });
  return context.database.transaction(async (tx) => {
    const conversationId = await lockPair(tx, member.id, otherId);
    const message = await mustBeSeen(tx, call, otherId, { conversationId, seq: input.seq });
    const answer = { conversationId, seq: input.seq, memberId: member.id, answer: input.answer };
    const isNew = (await tx.run(insertGiftAnswer, { ...answer, now: context.clock.now() })) === 1;
    const rows = await tx.all(listGiftAnswers, { conversationId, seqs: [input.seq] });
    const seenBy = (id: string): Message['answers'] => answersAsSeen(rows, input.seq, id);
    if (seenBy(member.id)?.own !== input.answer) refuse('chat.answered');
    if (isNew) {
      // Answering marks the gift and everything before it as read.
      await advanceRead(context, tx, member.id, conversationId, input.seq);
      const ids = { memberId: member.id, conversationId };
      const reader = (await tx.first(findTypingReader, ids))?.other_id;
      tx.afterCommit(() => {
        for (const id of [member.id, reader]) if (id) publish(context, id, message, seenBy(id));
      });
    }
    return { answers: seenBy(member.id) };
  });
};

interface Gift {
  conversationId: string;
  seq: number;
}

/** Returns the message id of a gift that the member may see and answer. Fictional members answer no questions. */
async function mustBeSeen(tx: Transaction, { member, site }: MemberCall, otherId: string, gift: Gift): Promise<string> {
  const relationship = await findRelationship(tx, { viewerId: member.id, otherId, site });
  const side = await tx.first(readSide, { memberId: member.id, otherId });
  must(relationship && side, 'chat.not-found');
  const blocker = findSendBlocker(relationship);
  if (blocker) refuse(...blockerRefusal(blocker, relationship.name));
  const isSeen = gift.seq > visibleFrom(side, member.paid).floor && !relationship.fictional;
  const found = isSeen ? await tx.first(findGift, gift) : undefined;
  refuseFields({ seq: found ? undefined : 'field.invalid' });
  return found?.message_id ?? '';
}

function publish({ bus }: AppContext, id: string, message: string, answers: Message['answers']): void {
  if (answers) bus.publish(id, { type: 'gift-answered', message, answers });
}
