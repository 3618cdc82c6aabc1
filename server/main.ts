import { fileURLToPath } from 'node:url';

import { type Config, readConfig } from './config.ts';
import { startDatabase } from './start-database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The checked configuration; with faults in it, they are named and nothing starts. */
function configured(): Config {
  try {
    return readConfig(process.env, root);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return process.exit(1);
  }
}

const config = configured();
// React chooses its fast build by this when it is first loaded; what we do ourselves is decided by `config` alone.
process.env['NODE_ENV'] = 'production';
// The database starts while the program is read, which takes as long.
const database = startDatabase(config);
const { serve } = await import('./serve.ts');
await serve(config, root, database);
