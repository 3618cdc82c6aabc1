import { randomUUID } from 'node:crypto';

import { type Country, isCountry } from '../../../contract/platform/countries.ts';
import { withdrawalPeriod } from '../../../contract/withdrawal/withdrawal-period.ts';
import type { AppContext } from '../../context.ts';
import { findPurchaseLot, publishBalance } from '../../credits/balance.ts';
import { reverseCredits } from '../../credits/wallets.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { must, refuse } from '../../platform/failure.ts';
import { createId } from '../../platform/ids.ts';
import { refundDaysIn } from '../../settings/rules.ts';
import { mailBuyer } from '../payment-mail.ts';
import type { PaymentRow } from '../queries.ts';
import {
  type WithdrawalRow,
  insertWithdrawal,
  listPaymentWithdrawals,
  listWaived,
  reduceWaived,
  setWithdrawn,
} from './queries.ts';
import { unusedCredits, withdrawalAmount, withdrawalCredits, withdrawnBy } from './rules.ts';
import { creditsPaidBack, offerUsed, withdrawalReceived } from './withdrawal-mail.ts';

/** The effect of withdrawing from a completed purchase now. */
export interface WithdrawalOffer {
  unused: number;
  taken: number;
  /** The refund in minor units. */
  amount: number;
  lastDay: string;
  endsAt: Date;
  /** True if declared before the end of the period, or again after a failed refund. */
  inTime: boolean;
  /** The latest withdrawal, if any; another one can only follow a failed one. */
  latest: WithdrawalRow | undefined;
}

export async function findWithdrawalOffer(
  context: AppContext,
  reader: Reader,
  row: PaymentRow,
  declaredAt: Date,
): Promise<WithdrawalOffer> {
  const { member_id: memberId, payment_id: paymentId } = row;
  const [lot, withdrawals, site] = await Promise.all([
    findPurchaseLot(reader, memberId, paymentId),
    reader.all(listPaymentWithdrawals, { memberId, paymentId }),
    context.sites.ofMember(row.site, null),
  ]);
  const country: Country = isCountry(row.country) ? row.country : site.company.country;
  const days = refundDaysIn([country], site.settings.refund_days);
  const { lastDay, endsAt } = withdrawalPeriod(row.settled_at ?? row.created_at, days, country);
  const unused = lot ? unusedCredits(row, lot.left) : 0;
  const [latest] = withdrawals;
  return {
    unused,
    taken: lot ? withdrawalCredits(row, { unused, spent: lot.spent }) : 0,
    amount: withdrawalAmount(row, unused),
    lastDay,
    endsAt,
    inTime: (days > 0 && declaredAt < endsAt) || latest?.state === 'failed',
    latest,
  };
}

/**
 * Confirms a withdrawal: takes the unused credits, acknowledges by mail, and has a job refund the money. The payment
 * and the wallet must be locked. Throws withdrawal.not-paid, withdrawal.expired, withdrawal.done or
 * withdrawal.nothing-left.
 */
export async function confirmWithdrawal(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  declaredAt: Date,
): Promise<string> {
  must(row.status === 'completed', 'withdrawal.not-paid');
  const offer = await findWithdrawalOffer(context, tx, row, declaredAt);
  const { latest, inTime, amount } = offer;
  if (latest && latest.state !== 'failed') refuse('withdrawal.done');
  must(inTime, 'withdrawal.expired');
  must(amount > 0, 'withdrawal.nothing-left');
  return startRefund(context, tx, row, { ...offer, declaredAt, overTerms: false });
}

/**
 * Takes the unused credits of a purchase, and queues the refund and its mail. The payment and the wallet must be
 * locked.
 */
export async function startRefund(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  refund: Refund,
): Promise<string> {
  const withdrawalId = await queueRefund(context, tx, row, refund);
  await mailBuyer(context, tx, row, refund.overTerms ? creditsPaidBack : withdrawalReceived, withdrawalId);
  publishBalance(context, tx, row.member_id);
  return withdrawalId;
}

type Refund = Pick<WithdrawalOffer, 'unused' | 'taken' | 'amount'> & { declaredAt: Date; overTerms: boolean };

async function queueRefund(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  { unused, taken, amount, declaredAt, overTerms }: Refund,
): Promise<WithdrawalId> {
  const withdrawalId = createId<WithdrawalId>();
  const ids = { memberId: row.member_id, paymentId: row.payment_id };
  const now = context.clock.now();
  await tx.run(insertWithdrawal, { ...ids, withdrawalId, amount, credits: unused, declaredAt, overTerms, now });
  await tx.run(setWithdrawn, { ...ids, ...withdrawnBy(row, taken, amount) });
  if (taken > 0)
    await reverseCredits(tx, { ...ids, credits: taken, cause: 'refund', causeId: `withdrawal:${withdrawalId}`, now });
  await context.jobs.add(tx, 'refund-withdrawal', { member_id: ids.memberId, withdrawal_id: withdrawalId });
  return withdrawalId;
}

/**
 * Pays an order back in full as it completes, because its discount had been used or its buyer's account is closed for
 * good or left because of changed terms. Nobody ever sees its credits. The payment and the wallet must be locked.
 */
export async function refundInFull(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  why: 'offer-used' | 'account-gone' | 'over-terms',
  now: Date,
): Promise<void> {
  const { member_id: memberId, payment_id: paymentId, credits } = row;
  const overTerms = why === 'over-terms';
  const whole = { unused: credits, taken: credits, amount: row.amount + row.fee };
  const withdrawalId = await queueRefund(context, tx, row, { ...whole, declaredAt: now, overTerms });
  if (overTerms) return mailBuyer(context, tx, row, creditsPaidBack, withdrawalId);
  if (why === 'account-gone') {
    const facts = { event: 'payment-after-erasure', payment_id: paymentId, member: memberId };
    context.log.warn(facts, 'an order is paid back, its buyer has left for good');
    return;
  }
  await mailBuyer(context, tx, row, offerUsed, paymentId);
  const facts = { event: 'discount-used-before', payment_id: paymentId };
  context.log.warn(facts, 'an order is paid back, its discount is used');
}

/**
 * Takes credits that came back to purchases paid back in full: the member had used them and did not pay for them in the
 * end. Call it after credits were returned, under the wallet's lock.
 */
export async function reclaimWaived(tx: Transaction, memberId: MemberId, now: Date): Promise<void> {
  for (const { payment_id: paymentId, waived } of await tx.all(listWaived, { memberId })) {
    const lot = await findPurchaseLot(tx, memberId, paymentId);
    const credits = waived - (lot?.spent ?? waived);
    if (credits <= 0) continue;
    await reverseCredits(tx, { memberId, credits, cause: 'refund', causeId: `waived:${randomUUID()}`, paymentId, now });
    await tx.run(reduceWaived, { memberId, paymentId, credits });
  }
}
