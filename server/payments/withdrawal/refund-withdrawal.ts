import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { methodsRefundedByHand } from '../../../contract/payments/payment-methods.ts';
import type { AppContext } from '../../context.ts';
import { type JobRun, isLastTry } from '../../platform/jobs/jobs.ts';
import { refreshPayment } from '../ask-provider.ts';
import { ProviderFault, type ProviderPayment } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import { type PaymentRow, findPayment } from '../queries.ts';
import { computeNotReturned } from '../rules.ts';
import { type WithdrawalRow, findWithdrawal, listRefundsSince, markRefundAsked } from './queries.ts';
import { isWithdrawalRefund } from './rules.ts';
import { leaveToSupport, setWithdrawalState } from './settle-withdrawal.ts';

/**
 * Asks the provider for the refund until it responds, with the withdrawal's id as key, after looking for one that it
 * has made already, because providers forget keys. A refund that is refused or impossible becomes a task for support.
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
  const made = await findMade(context, fresh, withdrawal, await provider.fetchPayment(row.provider_payment_id));
  if (made !== undefined) return recordRefund(context, row, withdrawal, made);
  const minor = Math.min(withdrawal.amount, computeNotReturned(fresh));
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

/**
 * Finds the refund that the provider has made already, by the withdrawal's id; or else by its amount, because older
 * programs sent no id, and a restored database may have forgotten a withdrawal that the buyer has declared again. A
 * refund that we did not ask for is never it: support may have made one in the provider's console.
 */
async function findMade(
  { database }: AppContext,
  row: PaymentRow,
  withdrawal: WithdrawalRow,
  seen: ProviderPayment | undefined,
): Promise<string | undefined> {
  const { member_id: memberId, withdrawal_id: withdrawalId, payment_id: paymentId } = withdrawal;
  const ours = seen?.reversals?.filter(({ key, undone }) => key !== null && !undone) ?? [];
  const named = ours.find(({ key }) => key === withdrawalId);
  if (named) return named.id;
  // A restored database may not know that it has asked.
  const since = withdrawal.asked_at ?? withdrawal.confirmed_at;
  const refunds = await database.all(listRefundsSince, { memberId, paymentId, since });
  const isOurs = ({ reversal_id }: { reversal_id: string }) => ours.some(({ id }) => id === reversal_id);
  return refunds.find((one) => isOurs(one) && isWithdrawalRefund(withdrawal, row, one.amount))?.reversal_id;
}

/** Records the provider's refund, and checks its state at once, because its webhook may have come before. */
async function recordRefund(context: AppContext, row: PaymentRow, withdrawal: WithdrawalRow, refundId: string) {
  await context.database.transaction((tx) => setWithdrawalState(context, tx, withdrawal, 'refunding', refundId));
  await refreshPayment(context, row).catch((error: Error) => {
    // The reconciler asks again.
    context.log.warn({ payment_id: row.payment_id, err: error.message }, 'refreshing a refunded payment failed');
  });
}
