import './lib/node-version.mjs';
import { runnerImport } from 'vite';
import { PlainError, main } from './lib/progress.mjs';
import { inRoot } from './lib/run.mjs';

// npm run types:sql: writes the types of all statements, as PostgreSQL describes them. --check only says what is stale.
await main(async () => {
  // The module does its work while it is imported: the runner that reads TypeScript is closed afterwards.
  const { module } = await runnerImport(inRoot('scripts', 'sql-types', 'main.ts'), { logLevel: 'error' });
  if (module.faults.length > 0) throw new PlainError(module.faults.join('\n'));
});
