import { text } from 'node:stream/consumers';

import type { AppContext } from '../context.ts';
import { reconcileAllSoon } from '../payments/reconcile-payments.ts';
import { StartError } from '../platform/database/check-database.ts';
import type { Ledger } from './ledger.ts';
import { findNotes, lockNotes, setNotes } from './queries.ts';

const noteKey = 'last/note';
const notePattern = /^(\d{1,9}) (\d{4}-\d{2}-\d{2}T[\d:.]+Z)$/;

/** Records that the ledger is in use, as its `number`th note: a copy from a backup has a lower one. */
export async function writeNote({ erasures, clock }: Ledger, number: number): Promise<void> {
  await erasures.put(noteKey, Buffer.from(`${number} ${clock.now().toISOString()}`));
}

interface Note {
  number: number;
  at: Date;
}

/** Returns the last note; null if there is none. While files move, nodes may write it in one of both places only. */
export async function readNote({ erasures }: Pick<Ledger, 'erasures'>): Promise<Note | null> {
  let last: Note | null = null;
  for (const one of erasures.parts ?? [erasures]) {
    const object = await one.open(noteKey);
    const [, number, at] = notePattern.exec(object ? await text(object.stream) : '') ?? [];
    if (number === undefined || at === undefined || Number(number) < (last?.number ?? 0)) continue;
    last = { number: Number(number), at: new Date(at) };
  }
  return last;
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
