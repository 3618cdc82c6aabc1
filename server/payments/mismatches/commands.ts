import { isId } from '../../../contract/platform/id.ts';
import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { type RunCommand, defineCommand, defineCommands } from '../../staff/command.ts';
import type { StaffContext } from '../../staff/staff.ts';
import { toDecimal } from '../money.ts';
import {
  type Decision,
  type OpenMismatch,
  decideMismatch,
  isAcceptable,
  listOpenMismatches,
} from './decide-mismatch.ts';
import type { MismatchRow } from './queries.ts';

const help = [
  'npm run staff -- mismatches                   lists payments that do not match their order',
  'npm run staff -- mismatches accept <id>       accepts the amount paid: the order completes at that price',
  'npm run staff -- mismatches pay-back <id>     pays it back by the method of the payment',
  'npm run staff -- mismatches paid <id>         notes that it was paid back by hand',
];

export const mismatchCommands = defineCommands(help, {
  list: defineCommand(help, {
    read: () => ({}),
    run: listOpenMismatches,
    print: ({ count, open }) => ({
      lines: [`Payments that do not match their order: ${count}`, ...open.map(formatMismatch)],
    }),
  }),
  accept: decisionCommand('accept', 'is accepted. The order completes within a minute.'),
  'pay-back': decisionCommand('pay-back', 'is paid back. If its method cannot do that, it comes back to this list.'),
  paid: decisionCommand('paid', 'is recorded as paid back by hand.'),
});

function decisionCommand(decision: Decision, done: string): RunCommand<StaffContext> {
  return defineCommand(help, {
    read: ([mismatchId = '']) => (isId<MismatchId>(mismatchId) ? { mismatchId, decision } : null),
    run: decideMismatch,
    print: (isDone, { mismatchId }) => ({
      lines: [isDone ? `${mismatchId} ${done}` : `${mismatchId}: no open mismatch allows this.`],
      failed: !isDone,
    }),
  });
}

const stateWords: Partial<Record<MismatchRow['state'], string>> = {
  paying_back: 'being paid back',
  by_hand: 'TO BE PAID BACK BY HAND',
};

function formatMismatch({ row, order }: OpenMismatch): string {
  const { currency, wrong, provider, provider_payment_id: id } = row;
  const next = stateWords[row.state] ?? (isAcceptable(row, order) ? 'accept or pay back' : 'pay back');
  const back = row.returned > 0 ? `, ${toDecimal(row.returned)} returned` : '';
  const price = `${toDecimal(order.amount + order.fee)} ${order.currency}`;
  return `${row.mismatch_id}  ${next}  ${row.seen_at.toISOString()}  paid ${toDecimal(row.amount)} ${currency}${back} for ${price}  wrong: ${wrong}  ${provider} ${id}  order ${formatOrderNumber(order.payment_id)}  member ${row.member_id}`;
}
