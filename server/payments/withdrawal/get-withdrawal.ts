import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { showWithdrawal } from './show-withdrawal.ts';

/** The amount that withdrawing from one purchase would pay back now. */
export const getWithdrawal: Handler<'getWithdrawal'> = async ({ payment }, { context, member }) => {
  const shown = await showWithdrawal(context, member.id, payment);
  must(shown, 'payment.not-found');
  return shown;
};
