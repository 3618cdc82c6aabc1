import { join } from 'node:path';

import type { AppContext } from '../context.ts';
import { migrate, waitForMigrations } from '../platform/database/migrate.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';

/** Runs the migrations, or waits until another process has run them. Returns the names of those that ran just now. */
export async function prepareSchema(
  { database, root, log }: AppContext,
  migrates: boolean,
  signal?: AbortSignal,
): Promise<string[]> {
  const folder = join(root, 'migrations');
  const onWait = (reason: string): void => log.warn({ event: 'schema.waiting', reason }, 'the start waits');
  const { ran, newer } = migrates
    ? await migrate(database, folder, { more: () => migrateJobs(database), signal, onWait })
    : await waitForMigrations(database, folder, { signal, onWait });
  if (ran.length > 0) log.info({ event: 'schema.migrated', migrations: ran }, 'migrations ran');
  if (newer.length > 0)
    log.warn({ event: 'schema.newer', migrations: newer }, 'a newer program has migrated the schema');
  return ran;
}
