import { isId } from '../../../contract/platform/id.ts';
import type { AppContext } from '../../context.ts';
import { type AtDesk, recordAct } from '../../staff/staff.ts';
import { blockSubject, unblockSubject } from './queries.ts';
import { readIban, readPhone } from './rules.ts';
import { hashSubject } from './secrets.ts';
import { memberSubject } from './subjects.ts';

type BlockContext = Pick<AppContext, 'database' | 'clock' | 'secret'> & AtDesk;

const help = [
  'npm run desk -- block-iban <IBAN>               no direct debit from this account',
  'npm run desk -- block-phone <number>            no direct debit with this number: +31612345678',
  'npm run desk -- block-debit <member id>         no direct debit of this member',
  'npm run desk -- unblock-iban|unblock-phone|unblock-debit <…>',
];

type Kind = 'iban' | 'phone' | 'debit';
type Command = (context: BlockContext, words: string[], say: (line: string) => void) => Promise<number>;

/** The commands that block or unblock an account, a number or a member for direct debits. Only hashes are stored. */
export const debitBlocks = {
  'block-iban': blocks('iban', true),
  'block-phone': blocks('phone', true),
  'block-debit': blocks('debit', true),
  'unblock-iban': blocks('iban', false),
  'unblock-phone': blocks('phone', false),
  'unblock-debit': blocks('debit', false),
} satisfies Record<string, Command>;

function blocks(kind: Kind, isBlocked: boolean): Command {
  return (context, words, say) => setBlocked(context, { kind, isBlocked, value: words.join('') }, say);
}

async function setBlocked(
  context: BlockContext,
  { kind, isBlocked, value }: { kind: Kind; isBlocked: boolean; value: string },
  say: (line: string) => void,
): Promise<number> {
  const subject = subjectOf(context, kind, value);
  if (subject === undefined) {
    for (const line of help) say(line);
    return 1;
  }
  const now = context.clock.now();
  const changed = await context.database.transaction(async (tx) => {
    const count = await (isBlocked ? tx.run(blockSubject, { subject, now }) : tx.run(unblockSubject, { subject }));
    const act = `${isBlocked ? 'block' : 'unblock'}-${kind}` as const;
    if (count > 0) await recordAct(context, tx, { act, about: subject });
    return count;
  });
  say(changed === 0 ? 'It was not blocked.' : isBlocked ? 'Blocked.' : 'Not blocked any more.');
  return 0;
}

function subjectOf(context: BlockContext, kind: Kind, value: string): string | undefined {
  if (kind === 'debit') return isId(value) ? memberSubject(value) : undefined;
  const read = kind === 'iban' ? readIban(value) : readPhone(value, 'NL');
  if (read.value === undefined) return undefined;
  return kind === 'iban'
    ? `iban:${hashSubject(context, 'iban', read.value)}`
    : `phone:${hashSubject(context, 'phone', read.value)}`;
}
