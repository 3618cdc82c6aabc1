import { randomUUID } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { findTarget } from './find-target.ts';
import { listFaces } from '../../members/list-profile-summaries.ts';
import { deliver } from './deliver.ts';
import { factsOf } from '../relationship.ts';
import { inTurn } from './in-turn.ts';
import { lockPair } from '../lock-pair.ts';
import { hasAnswered } from '../queries.ts';
import { isPresent } from '../rules.ts';

/**
 * Sends a text in the name of a member run by the house, into a conversation that a member began. It costs nobody
 * anything. With `answerTo` it is the answer to that `seq`: it is left out when the house already wrote after it, or
 * when the member deleted the conversation since. Also left out when either blocked the other or left.
 * Throws when the sender is not run by the house: nobody else's name is ever used.
 */
export async function sendAsHouse(
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
    const looks = [
      { viewerId: otherId, memberId: fromId },
      { viewerId: fromId, memberId: otherId },
    ];
    const [from, to] = await listFaces(context, context.database, looks);
    if (!from?.fictional) throw new Error('only members run by the house have their messages written');
    await context.database.transaction(async (tx) => {
      await lockPair(tx, fromId, otherId);
      const facts = await factsOf(tx, fromId, otherId);
      if (!facts || !isPresent(facts) || facts.blocked_by_other || facts.blocked_by_viewer) return;
      if (answerTo !== undefined) {
        const state = await tx.first(hasAnswered, [conversationId, fromId, otherId, answerTo]);
        if (!state || state.answered || state.cleared) return;
      }
      const parcel = { conversationId, fromId, toId: otherId, starts: false, kind: 'text', text } as const;
      const free = { id: randomUUID(), photo: null, gift: null, credits: 0, key: null, faces: { from, to } };
      await deliver(context, tx, [{ ...parcel, ...free }], context.clock.now());
    });
  });
}
