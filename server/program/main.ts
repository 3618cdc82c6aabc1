import { fileURLToPath } from 'node:url';

import { type Config, readConfig, readEnvironment } from './config.ts';
import { startDatabase } from './start-database.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function readConfigOrExit(): Config {
  try {
    return readConfig(readEnvironment(), root);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return process.exit(1);
  }
}

const config = readConfigOrExit();
// Selects the production build of React when it is loaded. Our own code only uses `config`.
process.env['NODE_ENV'] = 'production';
// The database starts while the program is loaded, which takes about as long.
const database = startDatabase(config);
const { serve } = await import('./serve.ts');
await serve(config, root, database);
