import { readFile } from 'node:fs/promises';

import type pg from 'pg';

/** Processor time that some work took in the database and in this process's own thread, in milliseconds. */
export interface Work {
  wall: number;
  /** Nothing where the system does not tell (it is Linux that does). */
  cpu: number | undefined;
}

export type Meter = (work: () => Promise<unknown>) => Promise<Work>;

/**
 * A meter of one piece of work at a time. On a busy machine the wall clock mostly measures the neighbours; the processor
 * time of the connections and of this thread does not wait for anybody.
 */
export async function createMeter(pool: pg.Pool): Promise<Meter> {
  const own = `/proc/self/task/${process.pid}/schedstat`;
  return async (work) => {
    const { rows } = await pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const places = [own, ...rows.map(({ pid }) => `/proc/${pid}/schedstat`)];
    const before = await spent(places);
    const start = performance.now();
    await work();
    const wall = performance.now() - start;
    const after = await spent(places);
    return { wall, cpu: before === undefined || after === undefined ? undefined : after - before };
  };
}

async function spent(places: readonly string[]): Promise<number | undefined> {
  const texts = await Promise.all(places.map((place) => readFile(place, 'utf8').catch(() => '')));
  if (texts[0] === '') return undefined;
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0] ?? 0) / 1e6, 0);
}
