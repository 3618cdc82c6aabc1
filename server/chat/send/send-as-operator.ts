import { randomUUID } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { listProfileSummaries } from '../../members/list-profile-summaries.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { isShown } from '../../members/visibility/rules.ts';
import { findTarget } from '../find-target.ts';
import { lockPair } from '../lock-pair.ts';
import { hasAnswered } from '../queries.ts';
import { deliver } from './deliver.ts';
import { inTurn } from './send-queue.ts';

/**
 * Sends a text as a fictional member, in a conversation that a member started. It costs nothing. With `answerTo` it
 * answers that `seq`, and is skipped if the fictional member already wrote after it or the member deleted the
 * conversation. It is also skipped if either blocked the other or said goodbye, or the member has left. Throws if the
 * sender is not fictional: the operator never writes as a real member.
 */
export async function sendAsOperator(
  context: AppContext,
  {
    fromId,
    conversationId,
    text,
    answerTo,
  }: { fromId: string; conversationId: string; text: string; answerTo?: number },
): Promise<void> {
  const otherId = await findTarget(context.database, fromId, { conversation: conversationId });
  await inTurn(context, fromId, async () => {
    const views = [
      { viewerId: otherId, otherId: fromId },
      { viewerId: fromId, otherId },
    ];
    const [sender, receiver] = await listProfileSummaries(context, context.database, views);
    if (!sender?.fictional) throw new Error('the operator writes in the name of fictional members only');
    await context.database.transaction(async (tx) => {
      await lockPair(tx, fromId, otherId);
      const relationship = await findRelationship(tx, { viewerId: fromId, otherId, site: null });
      if (!relationship || !isShown(relationship) || relationship.closed) return;
      if (answerTo !== undefined) {
        const state = await tx.first(hasAnswered, {
          conversationId,
          senderId: fromId,
          readerId: otherId,
          seq: answerTo,
        });
        if (!state || state.answered || state.cleared) return;
      }
      const ends = { conversationId, senderId: fromId, receiverId: otherId, summaries: { sender, receiver } };
      const content = { kind: 'text', text, photo: null, gift: null, foothold: null } as const;
      const free = { id: randomUUID(), starts: false, credits: 0, call: null, toFictional: false };
      await deliver(context, tx, [{ ...ends, ...content, ...free }], context.clock.now());
    });
  });
}
