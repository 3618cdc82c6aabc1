import { methodsRefundedByHand } from '../../contract/payments/payment-methods.ts';
import type { AppContext } from '../context.ts';
import { loadBalanceAndPremium } from '../credits/balance.ts';
import { after, waitAtMost } from '../platform/clock.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { refreshPayment } from './ask-provider.ts';
import { presentPayment } from './present.ts';
import { type PaymentRow, claimPayment, findLatestPayment, findPayment } from './queries.ts';
import { isOver } from './rules.ts';
import { payPageFor } from './sandbox-pay-page.ts';
import { listPaymentWithdrawals } from './withdrawal/queries.ts';

const askEveryMs = 3_000;
const askTimeoutMs = 2_000;

/**
 * Returns one of the member's payments, by default the latest. Polling an open one asks the provider, at most every 3
 * s.
 */
export const getPayment: Handler<'getPayment'> = async ({ id }, { context, member, origin }) => {
  const { database } = context;
  const find = (paymentId: PaymentId | undefined) =>
    paymentId
      ? database.first(findPayment, { memberId: member.id, paymentId })
      : database.first(findLatestPayment, { memberId: member.id });
  let row = await find(id);
  must(row, 'payment.not-found');
  if (await claim(context, row)) {
    await waitAtMost(refresh(context, row), askTimeoutMs);
    row = (await find(row.payment_id)) ?? row;
  }
  const { balance, paid } = await loadBalanceAndPremium(database, member.id);
  return {
    payment: presentPayment(row),
    redirect_url: isOver(row) ? null : payPageFor(row.redirect_url, context, origin),
    account_wanted: row.offer_used && (await isPaidBackByHand(context, row)),
    credits: balance,
    paid_user: paid,
  };
};

/** True if support pays the order back by hand, because of its method or because the provider refused the refund. */
async function isPaidBackByHand({ database }: AppContext, row: PaymentRow): Promise<boolean> {
  const [latest] = await database.all(listPaymentWithdrawals, { memberId: row.member_id, paymentId: row.payment_id });
  return latest?.state === 'by_hand' || (latest?.state === 'confirmed' && methodsRefundedByHand.includes(row.method));
}

async function claim(context: AppContext, row: PaymentRow): Promise<boolean> {
  if (isOver(row)) return false;
  const now = context.clock.now();
  const claimed = await context.database.first(claimPayment, {
    memberId: row.member_id,
    paymentId: row.payment_id,
    now,
    until: after(now, -askEveryMs),
  });
  return claimed !== undefined;
}

async function refresh(context: AppContext, row: PaymentRow): Promise<void> {
  try {
    await refreshPayment(context, row);
  } catch (error) {
    // The member sees the last known state; the next poll or the reconciler asks again.
    context.log.warn({ payment_id: row.payment_id, err: (error as Error).message }, 'refreshing a payment failed');
  }
}
