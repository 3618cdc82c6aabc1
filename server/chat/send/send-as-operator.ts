import type { AppContext } from '../../context.ts';
import { listProfileSummaries } from '../../members/list-summaries.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { isShown } from '../../members/visibility/rules.ts';
import { findTarget } from '../find-target.ts';
import { lockPair } from '../lock-pair.ts';
import { findCleared, hasAnswered } from '../queries.ts';
import { deliver, freeMessage } from './deliver.ts';
import { inTurn } from './send.ts';
import { createId } from '../../platform/ids.ts';

/**
 * Sends a text as a fictional member, for free. With `answerTo` it replies to that `seq`, and is skipped if the
 * fictional member already wrote after it or the conversation has ended. Throws if the sender is not fictional: the
 * operator never writes as a real member.
 */
export async function sendAsOperator(
  context: AppContext,
  wanted: { fromId: MemberId; conversationId: ConversationId; text: string; answerTo?: number },
): Promise<void> {
  const { fromId, conversationId, text, answerTo } = wanted;
  const otherId = await findTarget(context, fromId, { conversation: conversationId });
  await inTurn(context, fromId, async () => {
    const [sender, receiver] = await listProfileSummaries(context, context.database, [
      { viewerId: otherId, otherId: fromId },
      { viewerId: fromId, otherId },
    ]);
    if (!sender?.fictional) throw new Error('the operator writes in the name of fictional members only');
    await context.database.transaction(async (tx) => {
      await lockPair(tx, fromId, otherId);
      const relationship = await findRelationship(tx, { viewerId: fromId, otherId, site: null });
      if (!relationship || !isShown(relationship) || relationship.closed) return;
      if (answerTo !== undefined) {
        const [state, side] = await Promise.all([
          tx.first(hasAnswered, { conversationId, senderId: fromId, seq: answerTo }),
          tx.first(findCleared, { memberId: otherId, conversationId }),
        ]);
        if (state?.answered || !side || side.cleared_seq >= answerTo) return;
      }
      const ends = { conversationId, senderId: fromId, receiverId: otherId, summaries: { sender, receiver } };
      const message = {
        ...freeMessage,
        ...ends,
        id: createId<MessageId>(),
        kind: 'text',
        text,
        toFictional: false,
      } as const;
      await deliver(context, tx, [message], context.clock.now());
    });
  });
}
