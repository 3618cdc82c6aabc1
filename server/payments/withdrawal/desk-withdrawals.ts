import { isId } from '../../../contract/id.ts';
import type { AppContext } from '../../context.ts';
import { findPayment, insertMoneyEntry, lockPayment } from '../queries.ts';
import { queueReceipts } from '../receipts/write-receipts.ts';
import { reviewPremium } from '../review-premium.ts';
import { notReturned } from '../rules.ts';
import { requestLine, taskLine } from './present.ts';
import {
  deleteTask,
  findRequest,
  findTask,
  findWithdrawal,
  listRequests,
  listTasks,
  moveRequest,
  moveWithdrawal,
} from './queries.ts';

const listMax = 200;

const help = [
  'npm run desk -- withdrawals                refunds to be made by hand, and declarations that match no order',
  'npm run desk -- withdrawals paid <id>      a refund was made by hand: it is booked',
  'npm run desk -- withdrawals close <id>     a declaration was answered',
];

/** Lists and closes what is left to support. `say` prints a line. Returns the exit code. */
export async function deskWithdrawals(
  context: AppContext,
  [action = 'list', id = '']: string[],
  say: (line: string) => void,
): Promise<number> {
  if (action === 'list') return list(context, say);
  const done =
    isId(id) && (action === 'paid' ? await bookPaid(context, id) : action === 'close' && (await close(context, id)));
  if (!done) {
    for (const line of isId(id) ? [`Nothing waits under ${id}.`] : help) say(line);
    return 1;
  }
  say(`${id} is ${action === 'paid' ? 'booked' : 'closed'}.`);
  return 0;
}

async function list({ database }: AppContext, say: (line: string) => void): Promise<number> {
  const tasks = await database.all(listTasks, { limit: listMax });
  const requests = await database.all(listRequests, { limit: listMax });
  say(`To be paid back by hand: ${tasks.length}`);
  for (const { withdrawal_id: withdrawalId, member_id: memberId } of tasks) {
    const withdrawal = await database.first(findWithdrawal, { memberId, withdrawalId });
    const row = withdrawal && (await database.first(findPayment, { memberId, paymentId: withdrawal.payment_id }));
    if (withdrawal && row) say(taskLine(row, withdrawal));
  }
  say(`Declarations to be answered: ${requests.length}`);
  for (const request of requests) say(requestLine(request));
  return 0;
}

/** Books a refund that support has made, and ends the withdrawal. */
async function bookPaid(context: AppContext, withdrawalId: string): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const task = await tx.first(findTask, { withdrawalId });
    const withdrawal = task && (await tx.first(findWithdrawal, { memberId: task.member_id, withdrawalId }));
    if (!task || !withdrawal) return false;
    const ids = { memberId: task.member_id, paymentId: withdrawal.payment_id };
    const row = await tx.first(lockPayment, ids);
    await tx.run(deleteTask, { withdrawalId });
    if (!row || withdrawal.state !== 'by_hand') return false;
    const now = context.clock.now();
    const left = notReturned(row);
    const amount = Math.min(withdrawal.amount, left);
    if (amount > 0) {
      const { currency } = row;
      await tx.run(insertMoneyEntry, { ...ids, from: 'sales', to: 'buyer', amount, currency, cause: 'refund', now });
      await queueReceipts(context, tx, row);
    }
    if (amount === left) {
      await reviewPremium(tx, ids.memberId);
    }
    const end = { memberId: ids.memberId, withdrawalId, state: 'refunded' as const, refundId: null, settledAt: now };
    await tx.run(moveWithdrawal, end);
    return true;
  });
}

async function close(context: AppContext, requestId: string): Promise<boolean> {
  const request = await context.database.first(findRequest, { requestId });
  if (request?.state !== 'support' && request?.state !== 'received') return false;
  await context.database.transaction((tx) =>
    tx.run(moveRequest, { requestId, state: 'closed', memberId: null, paymentId: null }),
  );
  return true;
}
