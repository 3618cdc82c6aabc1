import type { Bench } from './lib/bench.ts';
import { auditLedger } from './lib/audit-ledger.ts';
import { startBenchDatabase } from './lib/database.ts';
import { openInProcess } from './lib/in-process.ts';
import { insertMembers } from './lib/fill-members.ts';
import pg from 'pg';
import { runLedgerWorkload } from './lib/ledger-workload.ts';

/** `--operations=1000000` runs the full audit; `--seed=…` draws another workload. Throws if the audit fails. */
export const bench: Bench = {
  question: 'Does the ledger add up after a very large number of operations, to the cent and to the credit?',
  run: async ({ quick, flags, print }) => {
    const operations = quick ? 500 : Number(flags['operations'] ?? 50_000);
    // The question is whether sums agree, not what survives a power cut.
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
    await app.close();
    await database.stop();
    if (faults.length > 0) throw new Error(`The ledger does not add up:\n${faults.slice(0, 50).join('\n')}`);
    const made = Object.values(workload.done).reduce((sum, count) => sum + count, 0);
    return {
      figures: [
        { name: 'operations', value: made, unit: '' },
        { name: 'faults in the ledger', value: faults.length, unit: '', goal: { atMost: 0 } },
        { name: 'time', value: seconds, unit: 's' },
      ],
      notes: Object.entries(workload.done).map(([name, count]) => `${name}: ${count.toLocaleString('en')}`),
    };
  },
};
