import { join } from 'node:path';

import type { Config } from './config.ts';
import type { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';

export type OwnDatabase = Promise<EmbeddedPostgres> | undefined;

/** Starts the embedded server. If the process ends before `serve` owns it, the next start finds and stops it. */
export function startDatabase(config: Config): OwnDatabase {
  if (config.databaseUrl) return undefined;
  const starting = import('../embedded-postgres/embedded-postgres.ts').then(({ startEmbeddedPostgres }) =>
    startEmbeddedPostgres({ dataDir: join(config.dataDir, 'database') }),
  );
  // `serve` handles a failure when it awaits the promise, which may be later.
  starting.catch(() => undefined);
  return starting;
}
