import { setPremiumSince } from '../accounts/record-premium.ts';
import type { AppContext } from '../context.ts';
import { lockWallets, restoreCredits, reverseCredits } from '../credits/wallets.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { ProviderPayment, ProviderReversal } from './provider.ts';
import {
  type PaymentRow,
  type ReversalRow,
  findPaidSince,
  insertMoneyEntry,
  listReversals,
  storeReversal,
} from './queries.ts';
import { type ReversalStep, computeCreditsToTakeBack, nextReversed, listReversalSteps, sumReversals } from './rules.ts';

/**
 * Books refunds and chargebacks that are not booked yet, in money and credits, and books undone ones back. Once the
 * whole price has gone back, premium ends unless another purchase remains; money beyond it is a loss. The row must be
 * locked. Returns whether the price that was returned has changed.
 */
export async function bookReversals(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  { reversals }: ProviderPayment,
): Promise<boolean> {
  if (!reversals || reversals.length === 0) return false;
  const known = await storeReversals(context, tx, row, reversals);
  const returned = sumReversals(known);
  const price = row.amount + row.fee;
  const steps = listReversalSteps(row, nextReversed(row, returned));
  const lost = Math.max(0, returned.refund.minor + returned.chargeback.minor - price);
  // The database allows a loss only beside a fully returned price, which the price may not be between two steps.
  const kept = steps.length > 0 ? 0 : Math.min(row.lost, lost);
  await bookLoss(context, tx, row, { before: row.lost, after: kept });
  for (const step of steps) await book(context, tx, row, step);
  await bookLoss(context, tx, row, { before: kept, after: lost });
  if (steps.length === 0) return false;
  const before = row.refunded + row.charged_back;
  if (before === price || steps.at(-1)?.after === price) await reviewPremium(tx, row.member_id);
  return true;
}

/** Books a change of the loss, money returned beyond the price. It moves no credits and gets no receipt. */
async function bookLoss(
  { clock, log }: AppContext,
  tx: Transaction,
  row: PaymentRow,
  { before, after }: Pick<ReversalStep, 'before' | 'after'>,
): Promise<void> {
  if (after === before) return;
  const { member_id: memberId, payment_id: paymentId, currency } = row;
  const amount = Math.abs(after - before);
  const [from, to, cause] =
    after > before ? (['losses', 'buyer', 'loss'] as const) : (['buyer', 'losses', 'loss_undone'] as const);
  await tx.run(insertMoneyEntry, { memberId, paymentId, from, to, amount, currency, cause, now: clock.now() });
  if (after <= row.lost) return;
  tx.afterCommit(() => {
    const facts = { event: 'payment-reversed-twice', payment_id: paymentId, minor: after - row.lost, currency };
    log.error(facts, 'more money of a payment was returned than was paid');
  });
}

/** Returns all reversals that were ever named. */
async function storeReversals(
  { clock, log }: AppContext,
  tx: Transaction,
  { member_id: memberId, payment_id: paymentId }: PaymentRow,
  reversals: readonly ProviderReversal[],
): Promise<ReversalRow[]> {
  const now = clock.now();
  for (const { id: reversalId, kind, minor, undone } of reversals)
    await tx.run(storeReversal, { memberId, paymentId, reversalId, kind, amount: minor, undone, now });
  const known = await tx.all(listReversals, { memberId, paymentId });
  for (const one of reversals) {
    const first = known.find(({ reversal_id }) => reversal_id === one.id);
    if (first?.kind !== one.kind || first.amount !== one.minor)
      log.error(
        { event: 'reversal-changed', payment_id: paymentId, reversal_id: one.id },
        'a refund or chargeback has another amount or kind than before; the first one counts',
      );
  }
  return known;
}

async function book({ clock, log }: AppContext, tx: Transaction, row: PaymentRow, step: ReversalStep): Promise<void> {
  const { cause, before, after } = step;
  const { member_id: memberId, payment_id: paymentId, currency } = row;
  const minor = Math.abs(after - before);
  const credits = Math.abs(computeCreditsToTakeBack(row, after) - computeCreditsToTakeBack(row, before));
  const now = clock.now();
  const facts = { event: `payment-${cause}`, payment_id: paymentId, minor, currency, credits };
  tx.afterCommit(() => log.warn(facts, 'money of a payment was returned to the buyer, or came again'));
  const [from, to] = after > before ? ['sales', 'buyer'] : ['buyer', 'sales'];
  const entry = { memberId, paymentId, from, to, amount: minor, currency, cause, now };
  const written = await tx.first(insertMoneyEntry, entry);
  if (credits === 0) return;
  // The same total can be reached more than once; an entry's number is unique.
  const movement = { memberId, credits, causeId: `${paymentId}#${written?.number ?? 0}`, paymentId, now };
  if (cause === 'refund' || cause === 'chargeback') await reverseCredits(tx, { ...movement, cause });
  else await restoreCredits(tx, { ...movement, cause });
}

/**
 * Ends premium unless a purchase remains. Takes the wallet's lock after the payment's, as a completing purchase does,
 * so that the two cannot race.
 */
export async function reviewPremium(tx: Transaction, memberId: MemberId): Promise<void> {
  await lockWallets(tx, [memberId]);
  const paid = await tx.first(findPaidSince, { memberId });
  await setPremiumSince(tx, memberId, paid?.since ?? null);
}
