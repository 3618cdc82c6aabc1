import { postponeErasures } from '../accounts/deletion/deletions.ts';
import { reconcileAllSoon } from '../payments/reconcile-payments.ts';
import { countPaidByHand } from '../payments/withdrawal/withdrawal-tasks.ts';
import { after, minuteMs } from '../platform/clock.ts';
import { defineCommand, readTime } from '../staff/command.ts';
import { type StaffContext, recordAct } from '../staff/staff.ts';
import { readNote, writeNote } from './ledger-notes.ts';
import { listErasures, recordErasure } from './ledger.ts';
import { lockNotes, pageErasures, setNotes } from './queries.ts';
import { replayErasures } from './replay-erasures.ts';

const help = [
  'npm run restored -- --stopped <time> [--no-newer-ledger]',
  '    checks the ledger of erasures beside a restored database, erases members again, and lets nodes start',
  '    <time>: when the last worker stopped, or lost the database, such as 2026-11-30T14:02:00+00:00',
  '    --no-newer-ledger: says that a ledger which is older than that is the newest there is. Erasures that neither it nor the database knows are forgotten',
];

/** How long before the end of the last worker, which alone erases members, the ledger may have been noted last. */
const unnotedMs = 2 * minuteMs;

interface Declaration {
  stopped: Date;
  isNewestLedger: boolean;
}

export const restoredCommand = defineCommand(help, {
  read: readDeclaration,
  run: declareRestore,
  print: (result) => result,
});

function readDeclaration(words: readonly string[]): Declaration | null {
  const [option, time = '', flag, ...others] = words;
  const stopped = readTime(time);
  const isKnown = flag === undefined || flag === '--no-newer-ledger';
  if (option !== '--stopped' || stopped === null || !isKnown) return null;
  return others.length > 0 ? null : { stopped, isNewestLedger: flag !== undefined };
}

async function declareRestore(context: StaffContext, { stopped, isNewestLedger }: Declaration) {
  const { database, clock } = context;
  const note = await readNote(context);
  const lacking = await findLacking(context);
  const used = note === null ? 'was never in use' : `was last in use at ${note.at.toISOString()}`;
  const lines = [`The ledger of erasures ${used}, and lacks ${lacking.size} erasures of the database.`];
  const refuse = (why: string) => ({ lines: [...lines, why, 'Nothing was changed.'], failed: true });
  if (stopped > clock.now()) return refuse(`${stopped.toISOString()} is in the future.`);
  const isCurrent = lacking.size === 0 && note !== null && note.at >= after(stopped, -unnotedMs);
  if (!isCurrent && !isNewestLedger)
    return refuse(
      'It was not in use to the end, so it came from a backup: add the missing files from its newest copy. If there are none, say so with --no-newer-ledger.',
    );
  for (const hashed of lacking) await recordErasure(context, hashed);
  lines.push(`Members erased again: ${await replayErasures(context, { all: true })}`);
  await database.transaction(async (tx) => {
    const state = await tx.first(lockNotes);
    // Above all numbers so far, so that older backups of either are noticed again.
    const number = 1 + Math.max((await readNote(context))?.number ?? 0, state?.notes ?? 0);
    await writeNote(context, number);
    await tx.run(setNotes, { notes: number });
    await reconcileAllSoon(context, tx);
    await postponeErasures(tx, clock.now());
    await recordAct(context, tx, { act: 'restored', about: stopped.toISOString() });
  });
  const { refunds, mismatches } = await countPaidByHand(context);
  lines.push(
    `Refunds that wait to be made by hand: ${refunds}. Money that matches no order: ${mismatches}. Look for each in the statements of the bank and the provider before you pay: those paid in the lost time wait again.`,
  );
  return { lines: [...lines, 'The restore is declared: nodes may start.'] };
}

/** Finds the erasures that the database knows and the ledger does not. */
async function findLacking(context: StaffContext): Promise<Set<string>> {
  const lacking = new Set<string>();
  let past: string | undefined = '';
  while (past !== undefined) {
    const page: { member_hash: string }[] = await context.database.all(pageErasures, { after: past });
    for (const { member_hash: one } of page) lacking.add(one);
    past = page.at(-1)?.member_hash;
  }
  // Read last: an erasure is in the ledger before it is in the database.
  for await (const hashes of listErasures(context, null)) for (const one of hashes) lacking.delete(one);
  return lacking;
}
