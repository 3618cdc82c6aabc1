import { paymentsPageSize } from '../../contract/payments/limits.ts';
import { buildPage, readCursor } from '../platform/cursor.ts';
import type { Handler } from '../platform/handler.ts';
import { presentPayment } from './present.ts';
import { listMemberPayments } from './queries.ts';

/** Lists the member's orders in any state, latest first. */
export const listPayments: Handler<'listPayments'> = async ({ before }, { context, member }) => {
  const { place, id } = readCursor(before);
  const limit = paymentsPageSize + 1;
  const found = await context.database.all(listMemberPayments, { memberId: member.id, place, id, limit });
  const page = buildPage(found, paymentsPageSize, (row) => [row.place, row.payment_id]);
  return { payments: page.rows.map(presentPayment), before: page.before };
};
