import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { findAccountAt } from '../../accounts/find-account.ts';
import { takeOutgoing } from '../../accounts/outgoing.ts';
import { queueLetter } from '../../accounts/queue-mail.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { type PaymentRow, findPayment } from '../queries.ts';
import { type RequestRow, findRequest, listPurchases, lockRequest, moveRequest } from './queries.ts';

const purchasesMax = 50;
const matchedDays = 400;

/**
 * Looks for the account and the order of a declaration. If found, the account's address is asked to confirm, because
 * anybody can fill in a form; otherwise support gets it.
 */
export async function matchDeclaration(context: AppContext, job: JobPayloads['match-declaration']): Promise<void> {
  const requestId = job.request_id;
  const request = await context.database.first(findRequest, { requestId });
  if (request?.state !== 'received') return;
  const found = await findOrder(context, request);
  await context.database.transaction(async (tx) => {
    const locked = await tx.first(lockRequest, { requestId });
    if (locked?.state !== 'received') return;
    const now = context.clock.now();
    const receiver = request.email;
    const mayAsk =
      found !== undefined && (await takeOutgoing(tx, context, 'declaration-confirm', { receiver })).waitMs === 0;
    const { member_id: memberId = null, payment_id: paymentId = null } = found ?? {};
    await tx.run(moveRequest, { requestId, state: mayAsk ? 'asked' : 'support', memberId, paymentId, now });
    if (memberId === null || !mayAsk) return;
    const letter = { kind: 'declaration-confirm', member_id: memberId, id: requestId } as const;
    await queueLetter(tx, { context, origin: job.origin }, letter);
  });
}

/** The only completed order of the address that fits the number or the date; undefined if none or several fit. */
async function findOrder(context: AppContext, request: RequestRow): Promise<PaymentRow | undefined> {
  const site = await context.sites.ofMember(request.site, null);
  const account = await findAccountAt(context.database, site, request.email);
  if (!account) return undefined;
  const memberId = account.member_id;
  const since = after(request.received_at, -matchedDays * dayMs);
  const ids = await context.database.all(listPurchases, { memberId, since, limit: purchasesMax });
  const rows = await Promise.all(
    ids.map(({ payment_id: paymentId }) => context.database.first(findPayment, { memberId, paymentId })),
  );
  const number = request.order_number.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();
  const fitting = rows.filter((row) => {
    if (!row) return false;
    if (number !== '') return formatOrderNumber(row.payment_id) === number.slice(0, 8);
    return request.ordered_on === '' || row.created_at.toISOString().startsWith(request.ordered_on);
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}
