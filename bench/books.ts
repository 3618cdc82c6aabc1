import { pino } from 'pino';

import { exportBooks, verifyBooks } from '../server/books/reports.ts';
import { openDatabase, type Database } from '../server/platform/database/database.ts';
import type { Bench } from './lib/bench.ts';
import { startBenchDatabase } from './lib/database.ts';
import { openInProcess } from './lib/in-process.ts';
import { openBooks } from './model/books.ts';
import { openMembers, runModel } from './model/run-model.ts';

// The bench asks whether the sums agree, not what survives a power cut.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '256MB' };
/** The tables start empty, and each statement has one good plan: by its index. Verification plans for itself. */
const plans = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
];
const perPart = 104;

/** `--sequences=5000` compares about a million operations, `--seed=2` other ones. Throws if anything differs. */
export const bench: Bench = {
  question: 'Do the books add up after a very large number of operations, to the cent and to the credit?',
  run: async ({ quick, flags, print }) => {
    const sequences = quick ? 8 : Number(flags['sequences'] ?? 500);
    const database = await startBenchDatabase('books', { settings });
    const connection = { ...database.connection, options: plans.map((setting) => `-c ${setting}`).join(' ') };
    const app = await openInProcess(connection, new Date());
    const restore = lengthenTimeouts();
    const began = performance.now();
    const { context } = app;
    const { pool } = context.database;
    const run = { pool, openBooks: (member: MemberId) => openBooks(context, member), openMember: openMembers(pool) };
    const faults: string[] = [];
    for (let done = 0; done < sequences && faults.length === 0; done += perPart) {
      // Each part has a seed of its own, so that a difference is repeated without the parts before it.
      const seed = Number(flags['seed'] ?? 1) * 1_000 + done / perPart;
      const part = { seed, sequences: Math.min(perPart, sequences - done), length: quick ? 20 : 200 };
      const difference = await runModel(run, part);
      if (difference !== undefined) faults.push(difference);
      print(`  ${done + part.sequences} sequences`);
    }
    const seconds = (performance.now() - began) / 1_000;
    restore();
    await app.close();
    const plain = openDatabase(database.connection, pino({ level: 'silent' }));
    const finance = await runFinance(plain, print);
    await plain.close();
    await database.stop();
    faults.push(...finance.faults);
    if (faults.length > 0) throw new Error(`The books do not add up:\n${faults.slice(0, 50).join('\n')}`);
    return {
      figures: [
        { name: 'sequences compared with the model', value: sequences, unit: '' },
        { name: 'time for them', value: seconds, unit: 's' },
        { name: 'entries exported', value: finance.entries, unit: '' },
        { name: 'verify and export', value: finance.seconds, unit: 's' },
        { name: 'memory that they took', value: finance.megabytes, unit: 'MB', goal: { atMost: 150 } },
      ],
    };
  },
};

/** Makes the server's timeouts take a thousand times as long, because a busy machine is not a fault. */
function lengthenTimeouts(): () => void {
  const inTime = globalThis.setTimeout;
  const later = (run: () => void, ms = 0): NodeJS.Timeout => inTime(run, Math.min(ms * 1_000, 2 ** 31 - 1));
  globalThis.setTimeout = Object.assign(later, { __promisify__: inTime.__promisify__ }) as typeof setTimeout;
  return () => {
    globalThis.setTimeout = inTime;
  };
}

async function runFinance(database: Database, print: (line: string) => void) {
  const faults: string[] = [];
  const before = process.memoryUsage.rss();
  let most = before;
  const began = performance.now();
  const look = (line: string): void => {
    most = Math.max(most, process.memoryUsage.rss());
    print(`  ${line}`);
  };
  await verifyBooks(database, (fault) => faults.push(fault), look);
  const period = { from: new Date(0), to: new Date('9999-01-01') };
  const entries = await exportBooks(database, period, async () => undefined, look);
  return { faults, entries, seconds: (performance.now() - began) / 1_000, megabytes: (most - before) / 1_048_576 };
}
