import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import type { Withdrawal } from '../../../contract/withdrawal/operations.ts';
import type { AppContext } from '../../context.ts';
import { findPayment } from '../queries.ts';
import { findWithdrawalOffer } from './confirm-withdrawal.ts';
import { presentWithdrawal } from './present.ts';

export const getWithdrawal: Handler<'getWithdrawal'> = async ({ payment }, { context, member }) => {
  const shown = await showWithdrawal(context, member.id, payment);
  must(shown, 'payment.not-found');
  return shown;
};

/**
 * Presents a completed purchase with the amount that withdrawing would pay, or has paid, back; undefined for other
 * payments.
 */
export async function showWithdrawal(
  context: AppContext,
  memberId: MemberId,
  paymentId: PaymentId,
): Promise<Withdrawal | undefined> {
  const row = await context.database.first(findPayment, { memberId, paymentId });
  if (row?.status !== 'completed') return undefined;
  return presentWithdrawal(row, await findWithdrawalOffer(context, context.database, row, context.clock.now()));
}
