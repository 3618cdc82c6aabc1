import { closeForGood, postponeErasures } from '../accounts/deletion/deletions.ts';
import type { AppContext } from '../context.ts';
import { reconcileAllSoon } from '../payments/reconcile-payments.ts';
import { countPaidByHand } from '../payments/withdrawal/withdrawal-tasks.ts';
import { after, minuteMs } from '../platform/clock.ts';
import { StartError } from '../platform/database/check-database.ts';
import { defineCommand, readTime } from '../staff/command.ts';
import { type StaffContext, recordAct } from '../staff/staff.ts';
import { eraseMember } from './erase-member.ts';
import { listErasures, readNote, recordErasure, writeNote } from './ledger.ts';
import {
  findErasures,
  findNotes,
  findUnerased,
  findUnreadDays,
  insertErasure,
  lockNotes,
  pageErasures,
  setNotes,
  setReadUntil,
} from './queries.ts';

/**
 * Erases again members whom the ledger lists but the database still has, at every start before any request. Reads the
 * days since the last start, or the whole ledger if `all`. A restored database has the day of an older start, so it
 * misses nothing. Returns the number of members.
 */
export async function replayErasures(context: AppContext, { all = false } = {}): Promise<number> {
  const { database, clock } = context;
  const days = await database.first(findUnreadDays);
  let erased = 0;
  for await (const hashes of listErasures(context, all ? null : (days?.since ?? null))) {
    const seen = new Set((await database.all(findErasures, { hashes })).map((row) => row.member_hash));
    const missing = hashes.filter((one) => !seen.has(one));
    if (missing.length === 0) continue;
    for (const { member_id: memberId } of await database.all(findUnerased, { hashes: missing })) {
      await closeForGood(database, memberId, { evenIfActive: true });
      await eraseMember(context, memberId);
      erased += 1;
    }
    // Also those without a row: the backup may be older than their sign-up.
    for (const memberHash of missing)
      await database.transaction((tx) => tx.run(insertErasure, { memberHash, now: clock.now() }));
  }
  if (days && !all) await database.transaction((tx) => tx.run(setReadUntil, { today: days.today }));
  if (erased > 0) context.log.warn({ event: 'erasures-replayed', members: erased }, 'erasures were replayed');
  return erased;
}

/**
 * Throws in production if the database or the ledger of erasures comes from a backup, and nobody has declared that. The
 * notes of their use tell: each minute both get the next number.
 */
export async function refuseUndeclaredRestore(context: Notes): Promise<void> {
  await compareNotes(context, await context.database.first(findNotes));
}

/** Records each minute that the ledger is in use, and nothing after an undeclared restore, which must stay visible. */
export async function recordLedgerUse(context: AppContext): Promise<void> {
  await context.database.transaction(async (tx) => {
    const { notes, isAhead } = await compareNotes(context, await tx.first(lockNotes));
    // In this order, so that only a ledger from a backup is behind the database. A note that fails is written again
    // with the same number, so the ledger is never more than one ahead.
    await writeNote(context, notes + 1);
    await tx.run(setNotes, { notes: notes + 1 });
    // The last transactions of a primary may have been lost with its last note.
    if (isAhead) await reconcileAllSoon(context, tx);
  });
}

type Notes = Pick<AppContext, 'database' | 'erasures'> & { config: { production: boolean } };

/** Compares the notes of the database, which were read before those of the ledger. */
async function compareNotes({ config, ...context }: Notes, state: { notes: number } | undefined) {
  if (!state) throw new StartError('the table restore_state is empty');
  const number = (await readNote(context))?.number ?? 0;
  if (config.production && number < state.notes)
    throw new StartError(
      'the ledger of erasures is older than the database, and nobody has declared that: add the missing files from its newest copy. If they are lost, see docs/backups.md',
    );
  // One note may be only in the ledger: a process ended in between, or a replica took over that did not have it yet.
  if (config.production && number > state.notes + 1)
    throw new StartError(
      'this database was restored from a backup, or is a replica that was behind, and nobody has declared that: see docs/backups.md, then run npm run restored -- --stopped <time>',
    );
  return { notes: state.notes, isAhead: number > state.notes };
}

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
async function findLacking(context: AppContext): Promise<Set<string>> {
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
