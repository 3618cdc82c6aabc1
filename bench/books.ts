import { exportBooks } from '../server/books/export.ts';
import { verifyBooks } from '../server/books/verify.ts';
import type { Database } from '../server/platform/database/database.ts';
import type { Bench, Figure } from './lib/bench.ts';
import { auditLedger } from './lib/audit-ledger.ts';
import { startBenchDatabase } from './lib/database.ts';
import { openInProcess } from './lib/in-process.ts';
import { insertMembers } from './lib/fill-members.ts';
import pg from 'pg';
import { runLedgerWorkload } from './lib/ledger-workload.ts';
import { runSlices } from './model/slices.ts';

/**
 * `--operations=1000000` runs the full audit; `--seed=…` draws another workload. `--seeds=10000` compares that many
 * sequences with the model, starting at seed `--from-seed=2001`. Throws if anything differs.
 */
export const bench: Bench = {
  question: 'Does the ledger add up after a very large number of operations, to the cent and to the credit?',
  run: async ({ quick, flags, print }) => {
    const audit = flags['from-seed'] === undefined ? await runAudit(quick, flags, print) : undefined;
    const model = { first: Number(flags['from-seed'] ?? 1), seeds: quick ? 5 : Number(flags['seeds'] ?? 500) };
    const began = performance.now();
    const faults = [...(audit?.faults ?? []), ...(await runSlices({ ...model, length: quick ? 20 : 200 }, print))];
    if (faults.length > 0) throw new Error(`The books do not add up:\n${faults.slice(0, 50).join('\n')}`);
    return {
      figures: [
        ...(audit?.figures ?? []),
        { name: 'sequences compared with the model', value: model.seeds, unit: '' },
        { name: 'time for them', value: (performance.now() - began) / 1_000, unit: 's' },
      ],
      notes: audit?.notes ?? [],
    };
  },
};

async function runAudit(quick: boolean, flags: Record<string, string>, print: (line: string) => void) {
  const operations = quick ? 500 : Number(flags['operations'] ?? 50_000);
  // The bench asks whether sums agree, not what survives a power cut.
  const database = await startBenchDatabase('ledger-audit', { settings: { synchronous_commit: 'off' } });
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  const members = await insertMembers(pool, quick ? 20 : 1_000, 0);
  await pool.end();
  const app = await openInProcess(database.connection, new Date());
  const ids = members.map(({ id }) => id);
  const began = performance.now();
  const workload = await runLedgerWorkload(app.context, ids, { operations, seed: flags['seed'] ?? '1', print });
  const seconds = (performance.now() - began) / 1_000;
  const faults = await auditLedger(workload, app.context.database);
  const finance = await runFinance(app.context.database, print);
  faults.push(...finance.faults);
  await app.close();
  await database.stop();
  const made = Object.values(workload.done).reduce((sum, count) => sum + count, 0);
  const figures: Figure[] = [
    { name: 'operations', value: made, unit: '' },
    { name: 'faults in the ledger', value: faults.length, unit: '', goal: { atMost: 0 } },
    { name: 'time', value: seconds, unit: 's' },
    { name: 'entries exported', value: finance.entries, unit: '' },
    { name: 'verify and export', value: finance.seconds, unit: 's' },
    { name: 'memory that they took', value: finance.megabytes, unit: 'MB', goal: { atMost: 150 } },
  ];
  const notes = Object.entries(workload.done).map(([name, count]) => `${name}: ${count.toLocaleString('en')}`);
  return { faults, figures, notes };
}

/** Runs finance's own checks and exports everything. Returns the duration and the growth of memory. */
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
