import type { AppContext } from '../../context.ts';
import { type StaffContext, recordAct } from '../../staff/staff.ts';
import { type PaymentRow, findPayment, insertMoneyEntry, lockPayment, storeReversal } from '../queries.ts';
import {
  countTasks,
  findRequest,
  findWithdrawal,
  deleteTask,
  findTask,
  lockRequest,
  moveRequest,
  type RequestRow,
  listRequests,
  listTasks,
} from './queries.ts';
import { mailBuyer } from '../payment-mail.ts';
import type { Transaction, RowOf } from '../../platform/database/database.ts';
import { queueReceipts } from '../receipts/write-receipts.ts';
import { publishPayment } from '../attach-payment.ts';
import { reviewPremium } from '../book-reversals.ts';
import { computeNotReturned } from '../rules.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { countMismatches, listMismatches } from '../mismatches/queries.ts';
import { withdrawAsDeclared } from './confirm-declaration.ts';
import { setWithdrawalState } from './settle-withdrawal.ts';
import { daysLeft, isOlder, isUrgent, refundDueAt, unconfirmedDays } from './rules.ts';
import { declarationConfirm } from './withdrawal-mail.ts';

const acts = { paid: bookPaid, accept: acceptRequest, ask: askForConfirmation, close: closeRequest };

export type TaskAct = keyof typeof acts;

/** The ids of a withdrawal, or of a request, and for `accept` and `ask` of the order. */
interface Task {
  act: TaskAct;
  id: WithdrawalId;
  memberId: MemberId | undefined;
  paymentId: PaymentId | undefined;
}

/**
 * Returns false if nothing waits under the id. Throws like `confirmWithdrawal` if the order can no longer be withdrawn
 * from.
 */
export async function performTask(context: StaffContext, { act, id, ...order }: Task): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const isDone = await acts[act](context, tx, id, order);
    const said = { act: `withdrawals-${act}`, about: id, detail: order.paymentId } as const;
    if (isDone) await recordAct(context, tx, said);
    return isDone;
  });
}

interface RefundByHand {
  row: PaymentRow;
  withdrawal: NonNullable<RowOf<typeof findWithdrawal>>;
  dueAt: Date;
}

interface StaffTasks {
  /** The number of all refunds, including those whose order is gone. */
  count: number;
  refunds: RefundByHand[];
  /** Declarations to be answered. */
  requests: RequestRow[];
  now: Date;
}

export async function listTasksOfStaff(context: StaffContext): Promise<StaffTasks> {
  const { database } = context;
  const now = context.clock.now();
  await database.transaction((tx) => recordAct(context, tx, { act: 'withdrawals-list' }));
  const tasks = await openTasks(context);
  const refunds: RefundByHand[] = [];
  for (const { withdrawal_id: withdrawalId, member_id: memberId, due_at: dueAt } of tasks) {
    const withdrawal = await database.first(findWithdrawal, { memberId, withdrawalId });
    const row = withdrawal && (await database.first(findPayment, { memberId, paymentId: withdrawal.payment_id }));
    if (withdrawal && row) refunds.push({ row, withdrawal, dueAt });
  }
  return { count: tasks.length, refunds, requests: await openDeclarations(context), now };
}

/**
 * Books a refund that staff made. Only the call that deletes the task does: two of staff may report the same payment at
 * once.
 */
async function bookPaid(context: AppContext, tx: Transaction, withdrawalId: WithdrawalId): Promise<boolean> {
  const task = await tx.first(findTask, { withdrawalId });
  const named = task && { memberId: task.member_id, withdrawalId };
  const found = named && (await tx.first(findWithdrawal, named));
  if (!found) return false;
  const ids = { memberId: named.memberId, paymentId: found.payment_id };
  const row = await tx.first(lockPayment, ids);
  const isOurs = (await tx.run(deleteTask, { withdrawalId })) === 1;
  // It may have changed before we held the payment's lock.
  const withdrawal = await tx.first(findWithdrawal, named);
  if (!isOurs || !row || withdrawal?.state !== 'by_hand') return false;
  const now = context.clock.now();
  const left = computeNotReturned(row);
  const amount = Math.min(withdrawal.amount, left);
  if (amount > 0) {
    const { currency } = row;
    // A separate id: the provider may have undone a refund of its own.
    const reversal = { reversalId: `by-hand:${withdrawalId}`, kind: 'refund', amount, undone: false } as const;
    await tx.run(storeReversal, { ...ids, ...reversal, now });
    await tx.run(insertMoneyEntry, { ...ids, from: 'sales', to: 'buyer', amount, currency, cause: 'refund', now });
    await queueReceipts(context, tx, row);
  }
  if (amount === left) await reviewPremium(tx, ids.memberId);
  await setWithdrawalState(context, tx, withdrawal, 'refunded');
  publishPayment(context, tx, row);
  return true;
}

/** Returns false if it was closed before, or led to a withdrawal. */
async function closeRequest(context: AppContext, tx: Transaction, requestId: string): Promise<boolean> {
  const request = await tx.first(lockRequest, { requestId });
  if (!request || request.state === 'confirmed' || request.state === 'closed') return false;
  const now = context.clock.now();
  await tx.run(moveRequest, { requestId, state: 'closed', memberId: null, paymentId: null, now });
  return true;
}

/** Withdraws as declared, as of the sending, without the link: staff have made sure who sent it. */
async function acceptRequest(context: AppContext, tx: Transaction, requestId: string, named: Order): Promise<boolean> {
  const request = await tx.first(findRequest, { requestId });
  const ids = request && identifyOrder(request, named);
  return ids ? withdrawAsDeclared(context, tx, requestId, ids, ['received', 'asked', 'support', 'closed']) : false;
}

type Order = Pick<Task, 'memberId' | 'paymentId'>;

/** Returns the order that staff name, or else that of the declaration. Undefined if there is none. */
function identifyOrder(
  { member_id: ownMember, payment_id: ownPayment }: RequestRow,
  named: Order,
): { memberId: MemberId; paymentId: PaymentId } | undefined {
  const memberId = named.memberId ?? ownMember;
  const paymentId = named.paymentId ?? ownPayment;
  return memberId !== null && paymentId !== null ? { memberId, paymentId } : undefined;
}

/** Mails the confirmation link. The ids of member and payment name the order if the form did not identify it. */
async function askForConfirmation(
  context: AppContext,
  tx: Transaction,
  requestId: string,
  named: Order,
): Promise<boolean> {
  const request = await tx.first(lockRequest, { requestId });
  const ids = request && request.state !== 'confirmed' ? identifyOrder(request, named) : undefined;
  const row = ids && (await tx.first(findPayment, ids));
  if (!request || !ids || row?.status !== 'completed' || !isOlder(row, request)) return false;
  await tx.run(moveRequest, { requestId, state: 'asked', ...ids, now: context.clock.now() });
  await mailBuyer(context, tx, row, declarationConfirm, requestId);
  return true;
}

const listMax = 200;

function openTasks({ database }: Pick<AppContext, 'database'>): Promise<RowOf<typeof listTasks>[]> {
  return database.all(listTasks, { limit: listMax });
}

function openDeclarations({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<RequestRow[]> {
  return database.all(listRequests, { limit: listMax, unconfirmedSince: after(clock.now(), -unconfirmedDays * dayMs) });
}

/** Counts what staff pay by hand, which a restored database shows again although it was paid. */
export async function countPaidByHand({ database }: Pick<AppContext, 'database'>) {
  const [refunds, mismatches] = [await database.first(countTasks), await database.first(countMismatches)];
  return { refunds: refunds?.waiting ?? 0, mismatches: mismatches?.waiting ?? 0 };
}

/** Logs as errors, every morning, refunds and answers due within two days or overdue, and money matching no order. */
export async function warnOfTasks(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const alarm = (facts: object, words: string, command: string) =>
    context.log.error(facts, `${words}: npm run staff -- ${command}`);
  for (const { withdrawal_id, due_at: dueAt } of await openTasks(context)) {
    const facts = { event: 'refund-due', withdrawal_id, days_left: daysLeft(dueAt, now) };
    if (isUrgent(dueAt, now)) alarm(facts, 'a refund has to be made by hand', 'withdrawals');
  }
  for (const { request_id, received_at: receivedAt } of await openDeclarations(context)) {
    const dueAt = refundDueAt(receivedAt);
    const facts = { event: 'declaration-due', request_id, days_left: daysLeft(dueAt, now) };
    if (isUrgent(dueAt, now)) alarm(facts, 'a declaration of withdrawal has to be answered', 'withdrawals');
  }
  for (const { mismatch_id, state } of await context.database.all(listMismatches, { limit: listMax })) {
    const facts = { event: 'mismatch-open', mismatch_id, state };
    if (state !== 'paying_back') alarm(facts, 'money that matches no order waits for a decision', 'mismatches');
  }
}
