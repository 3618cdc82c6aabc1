import type { Withdrawal } from '../../../contract/withdrawal/operations.ts';
import type { AppContext } from '../../context.ts';
import { findPayment } from '../queries.ts';
import { findOfferToWithdraw } from './confirm-withdrawal.ts';
import { presentWithdrawal } from './present.ts';

/** A completed purchase with the amount that withdrawing would pay, or has paid, back; undefined for other payments. */
export async function showWithdrawal(
  context: AppContext,
  memberId: string,
  paymentId: string,
): Promise<Withdrawal | undefined> {
  const row = await context.database.first(findPayment, { memberId, paymentId });
  if (row?.status !== 'completed') return undefined;
  return presentWithdrawal(row, await findOfferToWithdraw(context, context.database, row, context.clock.now()));
}
