import { readFile } from 'node:fs/promises';

import type pg from 'pg';

import { percentile } from './bench.ts';

/** In milliseconds. */
export interface Usage {
  wall: number;
  /** Processor time of the database connections and this thread; wall-clock time where the system reports none. */
  cpu: number;
}

type Meter = (work: () => Promise<unknown>) => Promise<Usage>;

/** Measures processor time, which is independent of other load on the machine. */
export function createMeter(pool: pg.Pool): Meter {
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
    return { wall, cpu: before === undefined || after === undefined ? wall : after - before };
  };
}

async function spent(places: readonly string[]): Promise<number | undefined> {
  const texts = await Promise.all(places.map((place) => readFile(place, 'utf8').catch(() => '')));
  if (texts[0] === '') return undefined;
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0] ?? 0) / 1e6, 0);
}

/** Takes the best turn of each sample, because other load on the machine says nothing about the work. */
export function p95OfBest(samples: Iterable<readonly Usage[]>): Usage {
  const all = [...samples];
  const of = (kind: keyof Usage): number =>
    percentile(
      all.map((turns) => Math.min(...turns.map((turn) => turn[kind]))),
      0.95,
    );
  return { wall: of('wall'), cpu: of('cpu') };
}

// The kernel counts in clock ticks of 10 ms.
const ticksPerSecond = 100;

/** Returns the CPU time of a process in seconds; undefined where the system does not report it. */
export async function cpuSeconds(pid: number): Promise<number | undefined> {
  const use = await readUse(pid);
  return use && use.ticks / ticksPerSecond;
}

/** Returns the CPU time in seconds by kind of PostgreSQL's processes; empty where the system does not report it. */
export async function databaseCpuSeconds(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ pid: number; kind: string; own: boolean }>(
    'select pid, backend_type as kind, pid = pg_backend_pid() as own from pg_stat_activity',
  );
  const seconds: Record<string, number> = {};
  const add = (name: string, ticks: number): void => {
    seconds[`PostgreSQL, ${name}`] = (seconds[`PostgreSQL, ${name}`] ?? 0) + ticks / ticksPerSecond;
  };
  for (const { pid, kind, own } of rows) {
    const use = await readUse(pid);
    if (use) add(kind, use.ticks);
    const postmaster = own && use ? await readUse(use.parent) : undefined;
    if (postmaster) add('postmaster and ended processes', postmaster.ticks + postmaster.ended);
  }
  return seconds;
}

async function readUse(pid: number): Promise<{ parent: number; ticks: number; ended: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Skip the process name in parentheses, which may contain spaces.
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (!fields) return undefined;
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [fields[1], ...fields.slice(11, 15)];
  return { parent, ticks: user + system, ended: endedUser + endedSystem };
}
