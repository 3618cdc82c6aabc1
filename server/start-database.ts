import { join } from 'node:path';

import type { Config } from './config.ts';
import type { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';

/** The database server that comes with the service; undefined where DATABASE_URL names another. */
export type OwnDatabase = Promise<EmbeddedPostgres> | undefined;

/**
 * Starts the embedded database server, unless DATABASE_URL names another. Should the process be ended before `serve`
 * has it, the next start finds what was left and ends it.
 */
export function startDatabase(config: Config): OwnDatabase {
  if (config.databaseUrl) return undefined;
  const starting = import('./embedded-postgres/embedded-postgres.ts').then(({ startEmbeddedPostgres }) =>
    startEmbeddedPostgres({ dataDir: join(config.dataDir, 'database') }),
  );
  // Who waits for it is told of a failure; that may come later.
  starting.catch(() => undefined);
  return starting;
}
