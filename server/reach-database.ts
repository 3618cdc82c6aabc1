import { existsSync } from 'node:fs';

import pg from 'pg';

import type { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';

interface Reached {
  connection: { connectionString: string } | EmbeddedPostgres['connection'];
  /** For display, so never with a password. */
  name: string;
  stop(): Promise<void>;
}

/**
 * Returns the server of DATABASE_URL, the embedded one of a running app, or the embedded one started for as long as
 * needed. Throws if there is none: an empty database would answer every question with nothing.
 */
export async function reachDatabase(url: string | null, dataDir: string): Promise<Reached> {
  const nothing = async (): Promise<void> => undefined;
  if (url) return { connection: { connectionString: url }, name: nameOf(url), stop: nothing };
  if (!existsSync(dataDir))
    throw new Error(
      `There is no database in ${dataDir}: set DATABASE_URL or DATA_DIR, or ENV_FILE to a file with them.`,
    );
  const { findRunningPostgres, startEmbeddedPostgres } = await import('./embedded-postgres/embedded-postgres.ts');
  const running = findRunningPostgres(dataDir);
  const name = `the embedded one in ${dataDir}`;
  if (running) return { connection: running, name, stop: nothing };
  return { ...(await startEmbeddedPostgres({ dataDir })), name };
}

function nameOf(connectionString: string): string {
  const { database = '', host } = new pg.Client({ connectionString });
  return `${database} at ${host}`;
}
