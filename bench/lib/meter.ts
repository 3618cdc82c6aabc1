import { readFile } from 'node:fs/promises';

import type pg from 'pg';

/** The cost of a piece of work, in milliseconds. */
export interface Usage {
  wall: number;
  /** Processor time of the database connections and this thread. Only Linux reports it. */
  cpu: number | undefined;
}

export type Meter = (work: () => Promise<unknown>) => Promise<Usage>;

/**
 * Creates a meter for one piece of work at a time. On a busy machine wall-clock time mostly measures other processes;
 * the processor time of the connections and of this thread is independent of them.
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
