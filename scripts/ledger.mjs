import { runBuilt } from './lib/command.mjs';

// npm run ledger -- verify | export | tax | liability | reconcile: finance's commands.
await runBuilt('server/ledger.js');
