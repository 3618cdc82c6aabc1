import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { methodsRefundedByHand } from '../../../contract/payments/payment-methods.ts';
import type { AppContext } from '../../context.ts';
import { type JobRun, isLastTry } from '../../platform/jobs/jobs.ts';
import { refreshPayment } from '../ask-provider.ts';
import { ProviderFault } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import { type PaymentRow, findPayment } from '../queries.ts';
import { notReturned } from '../rules.ts';
import { type WithdrawalRow, findWithdrawal, listRefundsSince, markRefundAsked } from './queries.ts';
import { isWithdrawalRefund } from './rules.ts';
import { leaveToSupport, setWithdrawalState } from './settle-withdrawal.ts';

/**
 * Asks the provider for the refund until it responds, with the withdrawal's id as key, after checking for an earlier
 * request, because providers forget keys. A refund that is refused or impossible becomes a task for support.
 */
export async function refundWithdrawal(
  context: AppContext,
  { member_id: memberId, withdrawal_id: withdrawalId }: { member_id: MemberId; withdrawal_id: WithdrawalId },
  run?: JobRun,
): Promise<void> {
  const { database } = context;
  const withdrawal = await database.first(findWithdrawal, { memberId, withdrawalId });
  if (withdrawal?.state !== 'confirmed') return;
  const row = await database.first(findPayment, { memberId, paymentId: withdrawal.payment_id });
  if (!row) return;
  try {
    await refund(context, row, withdrawal);
  } catch (error) {
    if (!(error instanceof ProviderFault) || (error.outcome === 'unknown' && !isLastTry(run))) throw error;
    const facts = { event: 'withdrawal-refused', payment_id: row.payment_id, err: error.message };
    context.log.error(facts, 'the provider did not refund a withdrawal: support has to');
    await context.database.transaction((tx) => leaveToSupport(context, tx, withdrawal));
  }
}

async function refund(context: AppContext, row: PaymentRow, withdrawal: WithdrawalRow): Promise<void> {
  const { member_id: memberId, withdrawal_id: withdrawalId, payment_id: paymentId } = withdrawal;
  const provider = providerNamed(context, row.provider);
  if (methodsRefundedByHand.includes(row.method) || !provider || row.provider_payment_id === null)
    return context.database.transaction((tx) => leaveToSupport(context, tx, withdrawal));
  // Money that the bank has returned meanwhile is not refunded again.
  await refreshPayment(context, row);
  const fresh = (await context.database.first(findPayment, { memberId, paymentId })) ?? row;
  if (withdrawal.asked_at !== null) {
    const since = withdrawal.asked_at;
    const refunds = await context.database.all(listRefundsSince, { memberId, paymentId, since });
    const made = refunds.find(({ amount }) => isWithdrawalRefund(withdrawal, fresh, amount));
    if (made) return recordRefund(context, row, withdrawal, made.reversal_id);
  }
  const minor = Math.min(withdrawal.amount, notReturned(fresh));
  // A chargeback was faster, so the buyer has the money.
  if (minor <= 0) return context.database.transaction((tx) => setWithdrawalState(context, tx, withdrawal, 'refunded'));
  await context.database.transaction((tx) =>
    tx.run(markRefundAsked, { memberId, withdrawalId, now: context.clock.now() }),
  );
  const refundId = await provider.refundPayment(row.provider_payment_id, {
    key: withdrawalId,
    money: { minor, currency: row.currency },
    description: formatOrderNumber(paymentId),
    reference: { memberId, paymentId },
  });
  return recordRefund(context, row, withdrawal, refundId);
}

/** Records the provider's refund, and checks its state at once, because its webhook may have come before. */
async function recordRefund(context: AppContext, row: PaymentRow, withdrawal: WithdrawalRow, refundId: string) {
  await context.database.transaction((tx) => setWithdrawalState(context, tx, withdrawal, 'refunding', refundId));
  await refreshPayment(context, row).catch((error: Error) => {
    // The reconciler asks again.
    context.log.warn({ payment_id: row.payment_id, err: error.message }, 'refreshing a refunded payment failed');
  });
}
