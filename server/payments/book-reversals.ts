import { setPremiumSince } from '../accounts/record-premium.ts';
import type { AppContext } from '../context.ts';
import { publishBalance } from '../credits/publish-balance.ts';
import { reverseCredits } from '../credits/reverse-credits.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { ProviderPayment } from './provider.ts';
import { type PaymentRow, findPaidSince, insertMoneyEntry } from './queries.ts';
import { queueReceipts } from './receipts/write-receipts.ts';
import { creditsBack, nextReversed } from './rules.ts';

/**
 * Books the refunds and chargebacks of a completed payment that are not booked yet: the money, and the credits that it
 * had bought. Once the whole price has gone back, premium ends unless another purchase remains. The row must be locked.
 */
export async function bookReversals(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  seen: ProviderPayment,
): Promise<void> {
  const price = row.amount + row.fee;
  if (seen.refundedMinor + seen.chargedBackMinor > price)
    context.log.error(
      { event: 'payment-reversed-twice', payment_id: row.payment_id },
      'more money of a payment was returned than was paid',
    );
  const next = nextReversed(row, seen);
  const before = row.refunded + row.charged_back;
  const refunded = before + next.refunded - row.refunded;
  const after = next.refunded + next.charged_back;
  if (after === before) return;
  await book(context, tx, row, { cause: 'refund', before, after: refunded });
  await book(context, tx, row, { cause: 'chargeback', before: refunded, after });
  if (after === price) {
    // Read under the wallet's lock, which a purchase that completes at the same time takes as well.
    const paid = await tx.first(findPaidSince, { memberId: row.member_id });
    await setPremiumSince(tx, row.member_id, paid?.since ?? null);
  }
  await queueReceipts(context, tx, row);
  publishBalance(context, tx, row.member_id);
}

/** Books that the total returned for a payment grew from `before` to `after`, in minor units. */
async function book(
  { clock, log }: AppContext,
  tx: Transaction,
  row: PaymentRow,
  { cause, before, after }: { cause: 'refund' | 'chargeback'; before: number; after: number },
): Promise<void> {
  if (after === before) return;
  const { member_id: memberId, payment_id: paymentId, currency } = row;
  const minor = after - before;
  const credits = creditsBack(row, after) - creditsBack(row, before);
  const now = clock.now();
  const facts = { event: `payment-${cause}`, payment_id: paymentId, minor, currency, credits };
  log.warn(facts, 'money of a payment was returned to the buyer');
  await tx.run(insertMoneyEntry, {
    memberId,
    paymentId,
    from: 'sales',
    to: 'buyer',
    amount: minor,
    currency,
    cause,
    now,
  });
  if (credits === 0) return;
  const causeId = `${paymentId}:${after}`;
  await reverseCredits(tx, { memberId, credits, cause, causeId, paymentId, now });
}
