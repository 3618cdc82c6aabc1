import { send } from './chat-actions.ts';
import { persist } from './client.ts';
import type { Purchase, TestMember } from './model.ts';
import type { Random } from './random.ts';
import { type RoundContext, callAs, reportViolation } from './round-context.ts';

/**
 * Withdraws from a completed purchase, sometimes from several connections under one key or two. One withdrawal must be
 * confirmed, with the same answer for every call under its key.
 */
export async function withdraw(
  context: RoundContext,
  me: TestMember,
  random: Random,
  purchase: Purchase,
): Promise<void> {
  const payment = purchase.paymentId ?? '';
  if (random.chance(0.9)) await usePart(context, me, random.fork('use'), payment);
  const keys = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => random.uuid());
  const calls = keys.flatMap((key) => (random.chance(0.3) ? [key, key] : [key]));
  const answers = await Promise.all(
    calls.map(async (key, index) => {
      const own = random.fork(`call-${index}`);
      const input = { payment, idempotency_key: key };
      return { key, ...(await persist(() => callAs(context, me, own, 'withdraw', input))) };
    }),
  );
  const report = (detail: string): void => reportViolation(context, 'withdrawal', `${payment}: ${detail}`);
  const confirmed = new Set<string>();
  const refused = new Set<string>();
  for (const { key, outcome, unknown } of answers) {
    if (!outcome) report(`key ${key} was never answered: ${unknown.slice(-3).join(', ')}`);
    else if (outcome.ok) {
      const { unused, amount } = outcome.body;
      confirmed.add(key);
      if (purchase.withdrawal && (purchase.withdrawal.unused !== unused || purchase.withdrawal.amount !== amount))
        report(`${purchase.withdrawal.amount} was confirmed, then ${amount}`);
      purchase.withdrawal = { unused, amount };
    } else refused.add(outcome.code);
  }
  const expected = confirmed.size > 0 ? 'withdrawal.done' : 'withdrawal.nothing-left';
  for (const code of refused) if (code !== expected) report(`refused: ${code}`);
  if (confirmed.size > 1) report(`confirmed under ${confirmed.size} keys`);
  if (!purchase.withdrawal) {
    purchase.withdrawal = null;
    return;
  }
  const { amount, unused } = purchase.withdrawal;
  const { credits } = purchase;
  const owed = Math.ceil((purchase.amount * unused) / credits);
  if (amount !== owed) report(`${unused} of ${credits} credits are unused: ${amount} instead of ${owed} goes back`);
  purchase.reversed += amount;
}

/** Free credits are spent first, so only some members reach the purchased ones. */
const messagesMax = 12;

/** Sends messages until some credits of a purchase are used, so that only a part of its price is refunded. */
async function usePart(context: RoundContext, me: TestMember, random: Random, paymentId: string): Promise<void> {
  for (let message = 0; message < messagesMax; message += 1) {
    const [lot] = await context.environment.sql<{ used: boolean }>(
      'select credits_left < credits as used from lots where payment_id = $1',
      [paymentId],
    );
    if (lot?.used !== false) return;
    await send(context, me, random.fork(`message-${message}`));
  }
}
