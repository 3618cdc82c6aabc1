import { verifyBooks } from '../../server/books/verify.ts';
import { openInProcess } from '../lib/in-process.ts';
import { openBooks } from './books.ts';
import { openMembers } from './members.ts';
import { runModel } from './run-model.ts';
import type { Slice } from './slices.ts';

// The server's timeouts take a thousand times as long here, because a busy machine is not a fault.
const inTime = globalThis.setTimeout;
const later = (run: () => void, ms = 0): NodeJS.Timeout => inTime(run, Math.min(ms * 1_000, 2 ** 31 - 1));
globalThis.setTimeout = Object.assign(later, { __promisify__: inTime.__promisify__ }) as typeof setTimeout;

/** Runs the received slices one after the other. Answers each with the difference, or null. */
process.on('message', ({ connection, first, seeds, length }: Slice) => {
  void runSlice().then((difference) => process.send?.(difference ?? null));

  async function runSlice(): Promise<string | undefined> {
    const app = await openInProcess(connection, new Date());
    const { context } = app;
    const { pool } = context.database;
    const openMember = openMembers(pool, seeds);
    const difference = await runModel(
      { pool, openBooks: (member) => openBooks(context, member), openMember },
      { first, seeds, length },
    );
    const faults: string[] = difference === undefined ? [] : [difference];
    await verifyBooks(
      context.database,
      (fault) => faults.push(fault),
      () => undefined,
    );
    await app.close();
    return faults.length > 0 ? faults.join('\n') : undefined;
  }
});

// The parent process has ended, perhaps by a signal.
process.on('disconnect', () => process.exit());
