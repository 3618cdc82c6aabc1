import { isId } from '../../../contract/platform/id.ts';
import type { AppContext } from '../../context.ts';
import { type RunCommand, defineCommand } from '../../staff/command.ts';
import { type ByStaff, type StaffAct, recordAct } from '../../staff/staff.ts';
import { blockSubject, unblockSubject } from './queries.ts';
import { readIban, readPhone } from './rules.ts';
import { hashSubject } from './secrets.ts';
import { memberSubject } from './subjects.ts';

type BlockContext = Pick<AppContext, 'database' | 'clock' | 'secret'> & ByStaff;

const help = [
  'npm run staff -- block-iban <IBAN>               no direct debit from this account',
  'npm run staff -- block-phone <number>            no direct debit with this number: +31612345678',
  'npm run staff -- block-debit <member id>         no direct debit of this member',
  'npm run staff -- unblock-iban|unblock-phone|unblock-debit <…>',
];

type Kind = 'iban' | 'phone' | 'debit';

/** The commands that block or unblock an account, a number or a member for direct debits. Only hashes are stored. */
export const debitBlocks = {
  'block-iban': blockCommand('iban', true),
  'block-phone': blockCommand('phone', true),
  'block-debit': blockCommand('debit', true),
  'unblock-iban': blockCommand('iban', false),
  'unblock-phone': blockCommand('phone', false),
  'unblock-debit': blockCommand('debit', false),
};

function blockCommand(kind: Kind, isBlocked: boolean): RunCommand<BlockContext> {
  return defineCommand(help, {
    read: (words, context: BlockContext) => {
      const subject = deriveSubject(context, kind, words.join(''));
      return subject === undefined
        ? null
        : { act: `${isBlocked ? 'block' : 'unblock'}-${kind}` as const, subject, isBlocked };
    },
    run: setBlocked,
    print: (isChanged) => ({
      lines: [!isChanged ? 'It was not blocked.' : isBlocked ? 'Blocked.' : 'Not blocked any more.'],
    }),
  });
}

/** Blocks or unblocks; false if nothing was blocked. */
async function setBlocked(
  context: BlockContext,
  { act, subject, isBlocked }: { act: StaffAct['act']; subject: string; isBlocked: boolean },
): Promise<boolean> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const count = await (isBlocked ? tx.run(blockSubject, { subject, now }) : tx.run(unblockSubject, { subject }));
    if (count > 0) await recordAct(context, tx, { act, about: subject });
    return count > 0;
  });
}

function deriveSubject(context: BlockContext, kind: Kind, value: string): string | undefined {
  if (kind === 'debit') return isId<MemberId>(value) ? memberSubject(value) : undefined;
  const read = kind === 'iban' ? readIban(value) : readPhone(value, 'NL');
  if (read.value === undefined) return undefined;
  return kind === 'iban'
    ? `iban:${hashSubject(context, 'iban', read.value)}`
    : `phone:${hashSubject(context, 'phone', read.value)}`;
}
