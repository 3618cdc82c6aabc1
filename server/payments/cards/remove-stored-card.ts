import { lockWallets } from '../../credits/wallets.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { once } from '../../platform/idempotency.ts';
import { waitAtMost } from '../../platform/clock.ts';
import { queueCard, updateStoredCard } from './keep-card.ts';
import { findCard, forgetCard } from './queries.ts';

const revokeTimeoutMs = 2_000;

/** Forgets a stored card at once and revokes its mandate at the provider, by a job if it does not respond now. */
export const removeStoredCard: Handler<'removeStoredCard'> = async ({ card: cardId, idempotency_key: key }, call) => {
  const { context, member, log } = call;
  await context.database.transaction(async (tx) => {
    await lockWallets(tx, [member.id]);
    const keyed = { memberId: member.id, key, operation: 'removeStoredCard', body: [cardId] };
    await once(tx, { ...keyed, now: context.clock.now() }, async () => {
      must(await tx.first(findCard, { memberId: member.id, cardId }), 'card.not-found');
      await tx.run(forgetCard, { memberId: member.id, cardId });
      await queueCard(context, tx, member.id, cardId);
      return {};
    });
  });
  const revoked = updateStoredCard(context, member.id, cardId).catch((error: unknown) => {
    // The job retries.
    log.warn({ event: 'card-not-revoked', card_id: cardId, err: (error as Error).message }, 'revoking a card failed');
  });
  await waitAtMost(revoked, revokeTimeoutMs);
  return { ok: true };
};
