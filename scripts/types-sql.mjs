import './lib/node-version.mjs';
import { runnerImport } from 'vite';
import { PlainError, main } from './lib/progress.mjs';
import { inRoot } from './lib/run.mjs';

// npm run types:sql: writes the types of all statements, as PostgreSQL describes them. --check only lists stale ones.
await main(async () => {
  // The module works while it is imported, because the TypeScript runner is closed afterwards.
  const { module } = await runnerImport(inRoot('scripts', 'sql-types', 'main.ts'), { logLevel: 'error' });
  if (module.faults.length > 0) throw new PlainError(module.faults.join('\n'));
});
