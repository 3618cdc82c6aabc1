import type { AppContext } from '../context.ts';
import { after } from '../platform/clock.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { refreshPayment } from './ask-provider.ts';
import { presentPayment } from './present.ts';
import { type PaymentRow, claimPayment, findLatestPayment, findPayment, findStanding } from './queries.ts';
import { within } from './within.ts';

const askEveryMs = 3_000;
const askWithinMs = 2_000;

/** An own payment, the latest without an id. While it is open, a poll asks the provider itself, every 3 s at most. */
export const getPayment: Handler<'getPayment'> = async ({ id }, { context, member }) => {
  const { database } = context;
  const find = (wanted: string | undefined) =>
    wanted ? database.first(findPayment, [member.id, wanted]) : database.first(findLatestPayment, [member.id]);
  let row = await find(id);
  must(row, 'payment.not-found');
  if (await claim(context, row)) {
    await within(refresh(context, row), askWithinMs);
    row = (await find(row.payment_id)) ?? row;
  }
  const standing = await database.first(findStanding, [member.id]);
  return {
    payment: presentPayment(row),
    redirect_url: row.status === 'completed' ? null : row.redirect_url,
    credits: standing?.balance ?? 0,
    paid_user: standing?.paid ?? false,
  };
};

async function claim(context: AppContext, row: PaymentRow): Promise<boolean> {
  if (row.status === 'completed' || row.status === 'failed') return false;
  const now = context.clock.now();
  const values = [row.member_id, row.payment_id, now, after(now, -askEveryMs)];
  return (await context.database.first(claimPayment, values)) !== undefined;
}

async function refresh(context: AppContext, row: PaymentRow): Promise<void> {
  try {
    await refreshPayment(context, row);
  } catch (error) {
    // The member sees the state as it is known; the next poll or the reconciler asks again.
    context.log.warn({ payment_id: row.payment_id, err: (error as Error).message }, 'a payment was not refreshed');
  }
}
