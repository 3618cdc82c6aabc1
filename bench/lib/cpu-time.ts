import { readFile, readdir } from 'node:fs/promises';

import type pg from 'pg';

// The kernel counts in clock ticks of 10 ms.
const ticksPerSecond = 100;

/** Processor time of a process in seconds; undefined where the system does not report it. */
export async function cpuSeconds(pid: number, { withChildren = false } = {}): Promise<number | undefined> {
  const own = await readUse(pid);
  if (!own) return undefined;
  let ticks = own.ticks;
  if (withChildren)
    for (const name of await readdir('/proc')) {
      const use = /^\d+$/.test(name) ? await readUse(Number(name)) : undefined;
      if (use?.parent === pid) ticks += use.ticks;
    }
  return ticks / ticksPerSecond;
}

/** The postmaster: the parent of the process that serves this connection. */
export async function findPostmaster(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return (await readUse(rows[0]?.pid ?? 0))?.parent ?? 0;
}

async function readUse(pid: number): Promise<{ parent: number; ticks: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Skip the process name in parentheses, which may contain spaces.
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (!fields) return undefined;
  const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]];
  return { parent, ticks: user + system };
}
