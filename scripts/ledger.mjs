import { runBuilt } from './lib/command.mjs';

// npm run ledger -- verify | export | liability | reconcile: finance's commands.
await runBuilt('server/ledger.js');
