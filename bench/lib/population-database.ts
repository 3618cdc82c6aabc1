import pg from 'pg';

import { type BenchDatabase, startBenchDatabase } from './database.ts';
import { fillPopulation } from './fill-population.ts';

export interface Population {
  members: number;
  /** When it was filled: the time at which it is asked, so that who was online then is online. */
  at: Date;
  connection: BenchDatabase['connection'];
  pool: pg.Pool;
  stop(): Promise<void>;
}

export interface More {
  name: string;
  /** What is filled after the members. */
  fill(pool: pg.Pool): Promise<unknown>;
}

// A quarter of what a machine for so many members has.
const settings = { shared_buffers: '1GB' };
// Another way to fill makes another number: what was filled the old way is filled again.
const version = 1;

/** A database with so many members, and more, filled at the first run and kept for the next. */
export async function startPopulation(
  members: number,
  say: (line: string) => void,
  more: Partial<More> = {},
): Promise<Population> {
  const database = await startBenchDatabase(more.name ?? `members-${members}`, { keep: true, settings });
  const pool = new pg.Pool({ ...database.connection, max: 4, idleTimeoutMillis: 0 });
  // The server may end before the last socket is closed: that is no fault.
  pool.on('error', () => undefined);
  await pool.query('create table if not exists bench_population (version int, at timestamptz)');
  const filled = (): Promise<{ rows: { at: Date }[] }> =>
    pool.query('select at from bench_population where version = $1', [version]);
  if ((await filled()).rows.length === 0) {
    say(`filling ${members.toLocaleString('en')} members, once`);
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
