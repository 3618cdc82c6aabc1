import { persist } from './client.ts';
import type { Purchase, TestMember } from './model.ts';
import type { Random } from './random.ts';
import { type RoundContext, callAs, reportViolation } from './round-context.ts';

/**
 * Cancels an order that waits for its payment, sometimes from several connections under one key or two. A refusal is
 * right only if the buyer may have paid by then.
 */
export async function cancelOrder(
  context: RoundContext,
  me: TestMember,
  random: Random,
  purchase: Purchase,
): Promise<void> {
  const id = purchase.paymentId ?? '';
  const keys = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => random.uuid());
  const calls = keys.flatMap((key) => (random.chance(0.3) ? [key, key] : [key]));
  const report = (detail: string): void => reportViolation(context, 'cancelled', `${id}: ${detail}`);
  const answers = await Promise.all(
    calls.map((key, index) => {
      const own = random.fork(`call-${index}`);
      return persist(() => callAs(context, me, own, 'cancelPayment', { id, idempotency_key: key }));
    }),
  );
  for (const { outcome, unknown } of answers) {
    if (!outcome) report(`the cancellation was never answered: ${unknown.slice(-3).join(', ')}`);
    else if (outcome.ok) {
      purchase.cancelled = true;
      const { status } = outcome.body.payment;
      if (status !== 'failed' && !mayBePaid(purchase)) report(`it was cancelled and is shown as ${status}`);
    } else if (outcome.code !== 'payment.not-cancellable' || !mayBePaid(purchase)) report(`refused: ${outcome.code}`);
  }
}

function mayBePaid({ paymentOutcome }: Purchase): boolean {
  return paymentOutcome === 'left-then-paid';
}
