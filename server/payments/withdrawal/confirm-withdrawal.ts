import { randomUUID } from 'node:crypto';

import { type Country, isCountry } from '../../../contract/platform/countries.ts';
import { withdrawalPeriod } from '../../../contract/withdrawal/withdrawal-period.ts';
import { queueLetter } from '../../accounts/queue-mail.ts';
import type { AppContext } from '../../context.ts';
import { findPurchaseLot } from '../../credits/find-purchase-lot.ts';
import { publishBalance } from '../../credits/publish-balance.ts';
import { reverseCredits } from '../../credits/reverse-credits.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { must, refuse } from '../../platform/failure.ts';
import { refundDaysIn } from '../../settings/rules.ts';
import type { PaymentRow } from '../queries.ts';
import { type WithdrawalRow, insertWithdrawal, listPaymentWithdrawals, setWithdrawn } from './queries.ts';
import { unusedCredits, withdrawalAmount, withdrawalCredits, withdrawnBy } from './rules.ts';

/** The effect of withdrawing from a completed purchase now. */
export interface Offer {
  unused: number;
  taken: number;
  /** The amount paid back, in minor units. */
  amount: number;
  lastDay: string;
  endsAt: Date;
  /** True if declared before the end of the period, or again after a failed refund. */
  inTime: boolean;
  /** The latest withdrawal, if any; another one can only follow a failed one. */
  latest: WithdrawalRow | undefined;
}

/** Computes the offer; `declaredAt` is the time of the declaration. */
export async function findOfferToWithdraw(
  context: AppContext,
  reader: Reader,
  row: PaymentRow,
  declaredAt: Date,
): Promise<Offer> {
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
 * Confirms the withdrawal from a purchase in one transaction: its unused credits leave the wallet, the buyer gets an
 * acknowledgement by email, and a job refunds the money. The payment and the wallet must be locked. Returns the
 * withdrawal's id. Throws withdrawal.not-paid, withdrawal.expired, withdrawal.done or withdrawal.nothing-left.
 */
export async function confirmWithdrawal(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  declaredAt: Date,
): Promise<string> {
  must(row.status === 'completed', 'withdrawal.not-paid');
  const { unused, taken, amount, inTime, latest } = await findOfferToWithdraw(context, tx, row, declaredAt);
  if (latest && latest.state !== 'failed') refuse('withdrawal.done');
  must(inTime, 'withdrawal.expired');
  must(amount > 0, 'withdrawal.nothing-left');
  const withdrawalId = randomUUID();
  const ids = { memberId: row.member_id, paymentId: row.payment_id };
  const now = context.clock.now();
  await tx.run(insertWithdrawal, { ...ids, withdrawalId, amount, credits: unused, declaredAt, now });
  await tx.run(setWithdrawn, { ...ids, ...withdrawnBy(row, taken, amount) });
  if (taken > 0)
    await reverseCredits(tx, { ...ids, credits: taken, cause: 'refund', causeId: `withdrawal:${withdrawalId}`, now });
  const job = { member_id: ids.memberId, withdrawal_id: withdrawalId };
  await context.jobs.add(tx, 'refund-withdrawal', job);
  const letter = { kind: 'withdrawal-received', member_id: ids.memberId, id: withdrawalId } as const;
  await queueLetter(tx, { context, origin: row.return_origin }, letter);
  publishBalance(context, tx, ids.memberId);
  return withdrawalId;
}
