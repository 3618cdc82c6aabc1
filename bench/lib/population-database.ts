import pg from 'pg';

import { type BenchDatabase, startBenchDatabase } from './database.ts';
import { fillPopulation } from './fill-population.ts';

export interface Population {
  members: number;
  /** The time of filling. The app's clock is fixed there, so that the same members are online. */
  at: Date;
  connection: BenchDatabase['connection'];
  pool: pg.Pool;
  stop(): Promise<void>;
}

export interface More {
  name: string;
  fill(pool: pg.Pool): Promise<unknown>;
}

// A quarter of the memory of a machine for this many members.
const settings = { shared_buffers: '1GB' };
// Increase this when the fill changes, so that older data is replaced.
const version = 1;

/** Starts a database with this many members, filled in the first run and kept for later ones. */
export async function startPopulation(
  members: number,
  print: (line: string) => void,
  more: Partial<More> = {},
): Promise<Population> {
  const database = await startBenchDatabase(more.name ?? `members-${members}`, { keep: true, settings });
  const pool = new pg.Pool({ ...database.connection, max: 4, idleTimeoutMillis: 0 });
  // The server may stop before the last socket is closed, which is not an error.
  pool.on('error', () => undefined);
  await pool.query('create table if not exists bench_population (version int, at timestamptz)');
  const filled = (): Promise<{ rows: { at: Date }[] }> =>
    pool.query('select at from bench_population where version = $1', [version]);
  if ((await filled()).rows.length === 0) {
    print(`filling ${members.toLocaleString('en')} members, once`);
    await fillPopulation(pool, members);
    const { rows } = await pool.query<{ at: Date }>('select now() as at');
    await more.fill?.(pool);
    await pool.query('truncate bench_population');
    await pool.query('insert into bench_population values ($1, $2)', [version, rows[0]?.at]);
  }
  const stop = async (): Promise<void> => {
    await pool.end();
    await database.stop();
  };
  return { members, at: (await filled()).rows[0]?.at ?? new Date(), connection: database.connection, pool, stop };
}
