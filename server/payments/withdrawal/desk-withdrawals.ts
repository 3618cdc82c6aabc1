import { isId } from '../../../contract/platform/id.ts';
import type { AppContext } from '../../context.ts';
import { type AtDesk, recordAct } from '../../staff/staff.ts';
import { findPayment } from '../queries.ts';
import { askForConfirmation, bookPaid, closeRequest } from './close-task.ts';
import { openDeclarations, openTasks } from './open-tasks.ts';
import { requestLine, taskLine } from './present.ts';
import { findWithdrawal } from './queries.ts';

const help = [
  'npm run desk -- withdrawals                                refunds to be made by hand, and declarations to be answered',
  'npm run desk -- withdrawals paid <id>                      a refund was made by hand: it is booked',
  'npm run desk -- withdrawals ask <id> [<member> <payment>]  mails a link to confirm a declaration, which names an order if none was found',
  'npm run desk -- withdrawals close <id>                     a declaration was answered',
];

const actions = {
  paid: { run: bookPaid, done: 'is booked' },
  ask: { run: askForConfirmation, done: 'has a new link' },
  close: { run: closeRequest, done: 'is closed' },
};

/** Lists and closes the tasks of support. `say` prints a line. Returns the exit code. */
export async function deskWithdrawals(
  context: AppContext & AtDesk,
  [action = 'list', id = '', ...ids]: string[],
  say: (line: string) => void,
): Promise<number> {
  if (action === 'list') return list(context, say);
  if (!isAction(action) || ![id, ...ids].every(isId)) {
    for (const line of help) say(line);
    return 1;
  }
  const isDone = await context.database.transaction(async (tx) => {
    const done = await actions[action].run(context, tx, id, ids);
    const act = `withdrawals-${action}` as const;
    if (done) await recordAct(context, tx, { act, about: id, detail: ids[1] });
    return done;
  });
  say(isDone ? `${id} ${actions[action].done}.` : `Nothing waits under ${id}.`);
  return isDone ? 0 : 1;
}

function isAction(action: string): action is keyof typeof actions {
  return Object.hasOwn(actions, action);
}

async function list(context: AppContext & AtDesk, say: (line: string) => void): Promise<number> {
  const { database } = context;
  const now = context.clock.now();
  await database.transaction((tx) => recordAct(context, tx, { act: 'withdrawals-list' }));
  const tasks = await openTasks(context);
  const requests = await openDeclarations(context);
  say(`To be paid back by hand: ${tasks.length}`);
  for (const { withdrawal_id: withdrawalId, member_id: memberId, due_at: dueAt } of tasks) {
    const withdrawal = await database.first(findWithdrawal, { memberId, withdrawalId });
    const row = withdrawal && (await database.first(findPayment, { memberId, paymentId: withdrawal.payment_id }));
    if (withdrawal && row) say(taskLine(row, withdrawal, dueAt, now));
  }
  say(`Declarations to be answered: ${requests.length}`);
  for (const request of requests) say(requestLine(request, now));
  return 0;
}
