import { isClosedForGood } from '../accounts/find-buyer.ts';
import { recordFirstPurchase } from '../accounts/record-premium.ts';
import type { AppContext } from '../context.ts';
import { grantCredits } from '../credits/grant-credits.ts';
import { publishBalance } from '../credits/publish-balance.ts';
import { lockWallets } from '../credits/wallets.ts';
import { releaseDiscount } from '../discounts/claim-discount.ts';
import { keepDiscount } from '../discounts/keep-discount.ts';
import type { Transaction } from '../platform/database/database.ts';
import { queuePostback } from '../sources/queue-postback.ts';
import { bookReversals } from './book-reversals.ts';
import { providerNamed } from './providers.ts';
import { attach } from './attach.ts';
import { instrumentIn } from './cards/instrument.ts';
import { keepCard, queueCard } from './cards/keep-card.ts';
import { setInstrument } from './cards/queries.ts';
import { endUse } from './debit/subjects.ts';
import type { PaymentReference, ProviderPayment } from './provider.ts';
import { recordPayerCountry } from './record-payer-country.ts';
import { publishPayment } from './publish-payment.ts';
import { type PaymentRow, insertMoneyEntry, lockPayment, setStatus, setUnderWay } from './queries.ts';
import { queueReceipts } from './receipts/write-receipts.ts';
import { payBack } from './withdrawal/pay-back.ts';
import { settleWithdrawal } from './withdrawal/settle-withdrawal.ts';
import { mismatches, nextStatus } from './rules.ts';
import { setReturned } from './mismatches/queries.ts';
import { recordMatch, recordMismatch } from './mismatches/record-mismatch.ts';

/**
 * Brings a payment to the state that the provider reports, in one transaction and under the payment's row lock. May run
 * any number of times, in any order and in parallel: credits are granted once, with the step to `completed`, and taken
 * back once for each amount that is returned. A payment that does not match its order grants nothing and logs an error.
 */
export async function settlePayment(
  context: AppContext,
  tx: Transaction,
  { memberId, paymentId }: PaymentReference,
  seen: ProviderPayment,
): Promise<void> {
  const row = await tx.first(lockPayment, { memberId, paymentId });
  if (!row) return;
  const wrong = mismatches(row, seen, providerNamed(context, row.provider)?.mode);
  const matches = wrong.length === 0;
  const returned = await recordUnmatched(context, tx, row, seen, wrong);
  const status = nextStatus(row.status, seen.state, matches, returned);
  if (!matches && row.status !== 'mismatch') {
    const facts = { event: 'payment-mismatch', payment_id: paymentId, wrong, state: seen.state, status };
    context.log.error(facts, 'the payment at the provider does not match its order');
  }
  // A webhook can overtake the answer to our own order; then the payment is attached to the order here.
  if (matches && row.provider_payment_id === null) await attach(context, tx, row, seen);
  if (matches && seen.isUnderWay !== row.under_way) {
    await tx.run(setUnderWay, { memberId, paymentId, isUnderWay: seen.isUnderWay });
    publishPayment(context, tx, row);
  }
  if (status !== row.status) {
    const now = context.clock.now();
    const isGone = status === 'completed' && (await isClosedForGood(tx, memberId));
    const offerUsed = status === 'completed' && !(await keepsDiscount(context, tx, row, seen));
    await tx.run(setStatus, { memberId, paymentId, status, settledAt: status === 'pending' ? null : now, offerUsed });
    if (!matches && status === 'failed') await tx.run(setReturned, { memberId, paymentId });
    if (status === 'completed') await complete(context, tx, { ...row, offer_used: offerUsed }, now, isGone);
    if (status === 'failed') await releaseDiscount(tx, row, now);
    if (status === 'completed' || status === 'failed') await endUse(tx, row, now);
    // The charge may have failed because the card has ended.
    if (status === 'failed' && row.stored_card_id !== null) await queueCard(context, tx, memberId, row.stored_card_id);
    publishPayment(context, tx, row);
  }
  if (!matches || status !== 'completed') return;
  await recordCard(context, tx, row, seen);
  await recordPayerCountry(context, tx, row, seen);
  const booked = (await tx.first(lockPayment, { memberId, paymentId })) ?? row;
  await bookReversals(context, tx, booked, seen);
  if (booked.withdrawn > 0) await settleWithdrawal(context, tx, booked);
}

/** Records money that does not match its order, or matches after all. Returns whether all of it went back. */
async function recordUnmatched(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  seen: ProviderPayment,
  wrong: readonly string[],
): Promise<boolean> {
  const isBooked = row.status === 'completed' && row.provider_payment_id === seen.id;
  if (seen.state !== 'paid' || isBooked) return false;
  if (wrong.length > 0) return recordMismatch(context, tx, row, seen, wrong);
  if (row.status === 'mismatch') await recordMatch(tx, row, seen);
  return false;
}

/** True if the order still has its discount when its money arrives. */
async function keepsDiscount(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  seen: ProviderPayment,
): Promise<boolean> {
  if (row.discount_code === null) return true;
  await lockWallets(tx, [row.member_id]);
  const instrument = row.instrument ?? instrumentIn(context, seen);
  return keepDiscount(context, tx, { ...row, instrument }, context.clock.now());
}

/** Keeps the card of a paid order if its buyer asked for it, and records the instrument that paid. */
async function recordCard(context: AppContext, tx: Transaction, row: PaymentRow, seen: ProviderPayment): Promise<void> {
  if (row.store_card && seen.mandate !== null && !(await isClosedForGood(tx, row.member_id)))
    await keepCard(context, tx, row, seen.mandate);
  const instrument = instrumentIn(context, seen);
  if (instrument === null || row.instrument !== null) return;
  const { member_id: memberId, payment_id: paymentId } = row;
  await tx.run(setInstrument, { memberId, paymentId, instrument });
}

async function complete(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  now: Date,
  isGone: boolean,
): Promise<void> {
  await tx.run(insertMoneyEntry, {
    memberId: row.member_id,
    paymentId: row.payment_id,
    from: 'buyer',
    to: 'sales',
    amount: row.amount + row.fee,
    currency: row.currency,
    cause: 'payment',
    now,
  });
  await grantCredits(tx, {
    memberId: row.member_id,
    credits: row.credits,
    cause: 'purchase',
    causeId: row.payment_id,
    paymentId: row.payment_id,
    price: { minor: row.amount, currency: row.currency },
    now,
  });
  if (row.offer_used) await payBack(context, tx, row, 'offer-used', now);
  else {
    const isFirst = await recordFirstPurchase(tx, row.member_id, now);
    if (isGone) await payBack(context, tx, row, 'account-gone', now);
    else if (isFirst) await tellNetwork(context, tx, row);
  }
  await queueReceipts(context, tx, row);
  publishBalance(context, tx, row.member_id);
}

async function tellNetwork(context: AppContext, tx: Transaction, row: PaymentRow): Promise<void> {
  const price = { amount: row.amount, currency: row.currency };
  await queuePostback(context, tx, { memberId: row.member_id, act: 'first-purchase', price });
}
