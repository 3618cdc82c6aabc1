import pg from 'pg';

import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { freeForgottenJobs, freeJobsOfTheDead } from '../queries.ts';

// Any number, the same in every process.
const lockNumber = 7_482_904;
const beatMs = 30_000;
// A worker takes its first jobs a moment before it says that it lives.
const graceSeconds = 10;

/**
 * Frees the jobs of workers that died with them; the queue alone would keep them for four hours. A worker lives while
 * its session in the database does, and that ends with the process. One that is only stopped keeps what it has.
 */
export async function freeJobs(database: Database): Promise<void> {
  await database.transaction((tx) => tx.run(freeJobsOfTheDead, [lockNumber, graceSeconds]));
}

/**
 * Says that the owner of these jobs lives, and looks for others that do not, until closed. It frees its own jobs, too,
 * that are not among those it is `busyWith`: the connection broke before it heard that they are its own, or done.
 */
export function keepOwner(
  database: Database,
  log: Log,
  owner: string,
  busyWith: ReadonlySet<string> = new Set(),
): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let closed = false;

  const live = async (): Promise<void> => {
    const fresh = new pg.Client({ ...database.pool.options, keepAlive: true });
    const lose = (): void => {
      if (client === fresh) client = undefined;
    };
    fresh.on('error', lose);
    fresh.on('end', lose);
    await fresh.connect();
    const { rows } = await fresh.query<{ mine: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as mine', [
      lockNumber,
      owner,
    ]);
    // A session of ours that broke unnoticed may still hold it: that says the same, for as long as it lasts.
    if (closed || !rows[0]?.mine) await fresh.end();
    else client = fresh;
  };
  const beat = async (): Promise<void> => {
    try {
      if (!client) await live();
      if (!client) return;
      await freeJobs(database);
      await database.transaction((tx) => tx.run(freeForgottenJobs, [owner, [...busyWith], graceSeconds]));
    } catch (error) {
      if (!closed) log.warn({ err: (error as Error).message }, 'jobs of dead workers are not looked for');
    }
  };

  const first = beat();
  const timer = setInterval(() => void beat(), beatMs);
  return {
    close: async () => {
      closed = true;
      clearInterval(timer);
      await first;
      await client?.end().catch(() => undefined);
    },
  };
}
