import type { Bench } from './lib/bench.ts';
import { audit } from './lib/audit-ledger.ts';
import { startBenchDatabase } from './lib/database.ts';
import { openInProcess } from './lib/in-process.ts';
import { fillMembers } from './lib/fill-members.ts';
import pg from 'pg';
import { tradeAtRandom } from './lib/ledger-workload.ts';

/** `--operations=1000000` is the great audit; `--seed=…` draws others. Throws with what does not hold. */
export const bench: Bench = {
  question: 'do the books hold after very many operations, to the cent and to the credit?',
  run: async ({ quick, flags, say }) => {
    const operations = quick ? 500 : Number(flags['operations'] ?? 50_000);
    // What is asked is whether sums agree, not what survives a power cut.
    const database = await startBenchDatabase('books', { settings: { synchronous_commit: 'off' } });
    const pool = new pg.Pool({ ...database.connection, max: 1 });
    const members = await fillMembers(pool, quick ? 20 : 1_000, 0);
    await pool.end();
    const app = await openInProcess(database.connection, new Date());
    const ids = members.map(({ id }) => id);
    const began = performance.now();
    const trade = await tradeAtRandom(app.context, ids, { operations, seed: flags['seed'] ?? '1', say });
    const seconds = (performance.now() - began) / 1_000;
    const faults = await audit(trade, app.context.database);
    await app.close();
    await database.stop();
    if (faults.length > 0) throw new Error(`The books do not hold:\n${faults.slice(0, 50).join('\n')}`);
    const made = Object.values(trade.done).reduce((sum, count) => sum + count, 0);
    return {
      figures: [
        { name: 'operations', value: made, unit: '' },
        { name: 'faults in the books', value: faults.length, unit: '', goal: { atMost: 0 } },
        { name: 'time', value: seconds, unit: 's' },
      ],
      notes: Object.entries(trade.done).map(([name, count]) => `${name}: ${count.toLocaleString('en')}`),
    };
  },
};
