import { findReasonToPayBack, isClosedForGood } from '../accounts/find-buyer.ts';
import { recordFirstPurchase } from '../accounts/record-premium.ts';
import type { AppContext } from '../context.ts';
import { grantCredits, lockWallets } from '../credits/wallets.ts';
import { publishBalance } from '../credits/balance.ts';
import { confirmDiscount, releaseDiscount } from '../discounts/claim-discount.ts';
import type { Transaction } from '../platform/database/database.ts';
import { createId } from '../platform/ids.ts';
import { queuePostback } from '../sources/queue-postback.ts';
import { attachToOrder, publishPayment } from './attach-payment.ts';
import { bookReversals } from './book-reversals.ts';
import { providerNamed } from './providers.ts';
import { deriveInstrument, keepCard, queueCard } from './cards/keep-card.ts';
import { setInstrument } from './cards/queries.ts';
import { releaseExposure } from './debit/subjects.ts';
import type { PaymentReference, ProviderPayment } from './provider.ts';
import {
  type PaymentRow,
  type PaymentStatus,
  insertMoneyEntry,
  lockPayment,
  setPayerCountry,
  setStatus,
  setUnderWay,
} from './queries.ts';
import { queueReceipts } from './receipts/write-receipts.ts';
import { refundInFull } from './withdrawal/confirm-withdrawal.ts';
import { settleWithdrawal } from './withdrawal/settle-withdrawal.ts';
import { findMismatches, nextStatus } from './rules.ts';
import { setReturned, storeMismatch, solveMismatch } from './mismatches/queries.ts';

/**
 * Brings a payment to the provider's state under its row lock, any number of times, in any order and in parallel:
 * credits are granted once, with the step to `completed`, and taken back once for each returned amount.
 */
export async function settlePayment(
  context: AppContext,
  tx: Transaction,
  { memberId, paymentId }: PaymentReference,
  payment: ProviderPayment,
): Promise<void> {
  const row = await tx.first(lockPayment, { memberId, paymentId });
  if (!row) return;
  const differences = findMismatches(row, payment, providerNamed(context, row.provider)?.mode);
  const matches = differences.length === 0;
  const returned = await recordUnmatched(context, tx, row, payment, differences);
  const status = nextStatus(row.status, payment.state, matches, returned);
  if (!matches && row.status !== 'mismatch') {
    const facts = { event: 'payment-mismatch', payment_id: paymentId, differences, state: payment.state, status };
    context.log.error(facts, 'the payment at the provider does not match its order');
  }
  // A webhook can overtake the response to our own order; then the payment is attached to the order here.
  if (matches && row.provider_payment_id === null) await attachToOrder(context, tx, row, payment);
  if (matches && payment.isUnderWay !== row.under_way) {
    await tx.run(setUnderWay, { memberId, paymentId, isUnderWay: payment.isUnderWay });
    publishPayment(context, tx, row);
  }
  if (status !== row.status) {
    tx.afterCommit(() => context.metrics.count('payments_total', { provider: row.provider, status }));
    if (status === 'completed') {
      noteLag(context, tx, row, payment);
      await complete(context, tx, row, payment);
    } else await changeStatus(context, tx, row, status);
    if (!matches && status === 'failed') await tx.run(setReturned, { memberId, paymentId });
    publishPayment(context, tx, row);
  }
  if (!matches || status !== 'completed') return;
  await recordCard(context, tx, row, payment);
  await recordPayerCountry(context, tx, row, payment);
  const booked = (await tx.first(lockPayment, { memberId, paymentId })) ?? row;
  if (await bookReversals(context, tx, booked, payment)) {
    await queueReceipts(context, tx, booked);
    publishBalance(context, tx, memberId);
    publishPayment(context, tx, booked);
  }
  if (booked.withdrawn > 0) await settleWithdrawal(context, tx, { memberId, paymentId });
}

/** Counts how late a payment is known. Of one that takes days, the provider may tell only when that began. */
function noteLag({ clock, metrics }: AppContext, tx: Transaction, row: PaymentRow, { paidAt }: ProviderPayment): void {
  if (!paidAt || row.under_way) return;
  const seconds = Math.max(0, clock.now().getTime() - paidAt.getTime()) / 1_000;
  tx.afterCommit(() => metrics.observe('payment_lag_seconds', seconds, { provider: row.provider }));
}

/**
 * Records a paid payment that does not match its order, or solves that record. Returns true if all of its money went
 * back.
 */
async function recordUnmatched(
  { clock }: AppContext,
  tx: Transaction,
  row: PaymentRow,
  payment: ProviderPayment,
  differences: readonly string[],
): Promise<boolean> {
  const { member_id: memberId, payment_id: paymentId, provider } = row;
  const isBooked = row.status === 'completed' && row.provider_payment_id === payment.id;
  if (payment.state !== 'paid' || isBooked) return false;
  if (differences.length === 0) {
    if (row.status === 'mismatch') await tx.run(solveMismatch, { provider, providerPaymentId: payment.id, paymentId });
    return false;
  }
  const stored = await tx.first(storeMismatch, {
    mismatchId: createId<MismatchId>(),
    memberId,
    paymentId,
    provider,
    providerPaymentId: payment.id,
    profile: payment.profile,
    amount: payment.money.minor,
    currency: payment.money.currency,
    wrong: differences.join(', '),
    returned: payment.refundedMinor + payment.chargedBackMinor,
    now: clock.now(),
  });
  return stored?.state === 'returned' || stored?.state === 'paid_by_hand';
}

async function recordCard(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  payment: ProviderPayment,
): Promise<void> {
  if (row.store_card && payment.mandate !== null && !(await isClosedForGood(tx, row.member_id)))
    await keepCard(context, tx, row, payment.mandate);
  const instrument = deriveInstrument(context, payment);
  if (instrument === null || row.instrument !== null) return;
  const { member_id: memberId, payment_id: paymentId } = row;
  await tx.run(setInstrument, { memberId, paymentId, instrument });
}

async function changeStatus(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  status: Exclude<PaymentStatus, 'completed'>,
): Promise<void> {
  const { member_id: memberId, payment_id: paymentId } = row;
  const settledAt = status === 'pending' ? null : context.clock.now();
  await tx.run(setStatus, { memberId, paymentId, status, settledAt, offerUsed: false });
  if (status === 'failed') await releaseFailed(context, tx, row);
}

/** Releases what a failed order holds. A charge may have failed because its card or mandate has ended. */
export async function releaseFailed(context: AppContext, tx: Transaction, row: PaymentRow): Promise<void> {
  const now = context.clock.now();
  await releaseDiscount(tx, row, now);
  await releaseExposure(tx, row, now);
  if (row.stored_card_id !== null) await queueCard(context, tx, row.member_id, row.stored_card_id);
}

async function complete(
  context: AppContext,
  tx: Transaction,
  order: PaymentRow,
  payment: ProviderPayment,
): Promise<void> {
  const { member_id: memberId, payment_id: paymentId, amount, currency, credits } = order;
  const now = context.clock.now();
  const refundReason = await findReasonToPayBack(tx, context, memberId);
  const offerUsed = !(await lockAndConfirmDiscount(context, tx, order, payment));
  const row = { ...order, offer_used: offerUsed };
  await tx.run(setStatus, { memberId, paymentId, status: 'completed', settledAt: now, offerUsed });
  const entry = { memberId, paymentId, amount: amount + row.fee, currency, cause: 'payment', now } as const;
  await tx.run(insertMoneyEntry, { ...entry, from: 'buyer', to: 'sales' });
  const price = { minor: amount, currency };
  await grantCredits(tx, { memberId, credits, cause: 'purchase', causeId: paymentId, paymentId, price, now });
  if (offerUsed) await refundInFull(context, tx, row, 'offer-used', now);
  else {
    const isFirst = await recordFirstPurchase(tx, memberId, now);
    if (refundReason) await refundInFull(context, tx, row, refundReason, now);
    else if (isFirst)
      await queuePostback(context, tx, { memberId, act: 'first-purchase', price: { amount, currency } });
  }
  await releaseExposure(tx, row, now);
  await queueReceipts(context, tx, row);
  publishBalance(context, tx, memberId);
}

async function lockAndConfirmDiscount(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  payment: ProviderPayment,
): Promise<boolean> {
  if (row.discount_code === null) return true;
  await lockWallets(tx, [row.member_id]);
  const instrument = row.instrument ?? deriveInstrument(context, payment);
  return confirmDiscount(context, tx, { ...row, instrument }, context.clock.now());
}

type Places = Pick<PaymentRow, 'country' | 'declared_country' | 'request_country' | 'payer_country'>;

/**
 * Warns once if the evidence of the buyer's country is inconsistent: at completion, or later if the payer's country
 * alone differs. `row` is the order before this change. Only countries are kept, no address or account.
 */
async function recordPayerCountry(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  { payerCountry: atProvider }: ProviderPayment,
): Promise<void> {
  const { member_id: memberId, payment_id: paymentId, country, declared_country: declared } = row;
  const payer = row.payer_country ?? atProvider;
  if (payer !== null && row.payer_country === null)
    await tx.run(setPayerCountry, { memberId, paymentId, country: payer });
  const isKnown = row.status === 'completed' && hasDifferentCountries(row);
  if (isKnown || !hasDifferentCountries({ ...row, payer_country: payer })) return;
  const places = { country, declared, request: row.request_country, payer };
  tx.afterCommit(() => {
    const facts = { event: 'payment-countries', payment_id: paymentId, member: memberId, ...places };
    context.log.warn(facts, "the pieces of evidence of a buyer's country disagree");
  });
}

/** True if a country differs from that of the price and tax; missing evidence agrees with everything. */
function hasDifferentCountries({
  country,
  declared_country: declared,
  request_country: request,
  payer_country: payer,
}: Places) {
  return [declared, request, payer].some((one) => one !== null && one !== country);
}
