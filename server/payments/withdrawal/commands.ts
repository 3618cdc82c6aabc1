import { isId } from '../../../contract/platform/id.ts';
import { type RunCommand, defineCommand, defineCommands } from '../../staff/command.ts';
import type { StaffContext } from '../../staff/staff.ts';
import { requestLine, taskLine } from './present.ts';
import { type TaskAct, listTasksOfStaff, performTask } from './withdrawal-tasks.ts';

const help = [
  'npm run staff -- withdrawals                                   lists refunds to be made by hand and declarations to be answered',
  'npm run staff -- withdrawals paid <id>                         books a refund that was made by hand',
  'npm run staff -- withdrawals accept <id> [<member> <payment>]  withdraws as declared, as of the sending; name the order if none was found',
  'npm run staff -- withdrawals ask <id> [<member> <payment>]     mails a link to confirm a declaration; name the order if none was found',
  'npm run staff -- withdrawals close <id>                        closes a declaration that was answered',
];

export const withdrawalCommands = defineCommands(help, {
  list: defineCommand(help, {
    read: () => ({}),
    run: listTasksOfStaff,
    print: ({ count, refunds, requests, now }) => ({
      lines: [
        `To be paid back by hand: ${count}`,
        ...refunds.map(({ row, withdrawal, dueAt }) => taskLine(row, withdrawal, dueAt, now)),
        `Declarations to be answered: ${requests.length}`,
        ...requests.map((request) => requestLine(request, now)),
      ],
    }),
  }),
  paid: taskCommand('paid', 'is booked'),
  accept: taskCommand('accept', 'is accepted'),
  ask: taskCommand('ask', 'has a new link'),
  close: taskCommand('close', 'is closed'),
});

function taskCommand(act: TaskAct, done: string): RunCommand<StaffContext> {
  return defineCommand(help, {
    read: ([id, memberId, paymentId]) => {
      if (!isId<WithdrawalId>(id)) return null;
      if (memberId !== undefined && !isId<MemberId>(memberId)) return null;
      return paymentId === undefined || isId<PaymentId>(paymentId) ? { act, id, memberId, paymentId } : null;
    },
    run: performTask,
    print: (isDone, { id }) => ({
      lines: [isDone ? `${id} ${done}.` : `Nothing waits under ${id}.`],
      failed: !isDone,
    }),
  });
}
