import { after, dayMs } from '../../platform/clock.ts';
import type { Handler } from '../../platform/handler.ts';
import { listPurchases } from './queries.ts';
import { showWithdrawal } from './get-withdrawal.ts';

const listedDays = 100;
const listedMax = 50;

/** Lists the purchases of the last 100 days, latest first. */
export const listWithdrawals: Handler<'listWithdrawals'> = async (_input, { context, member }) => {
  const since = after(context.clock.now(), -listedDays * dayMs);
  const rows = await context.database.all(listPurchases, { memberId: member.id, since, limit: listedMax });
  const shown = await Promise.all(rows.map((row) => showWithdrawal(context, member.id, row.payment_id)));
  return { withdrawals: shown.filter((one) => one !== undefined) };
};
