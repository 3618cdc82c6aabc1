import { runBuilt } from './lib/command.mjs';

// npm run codes -- add|list|end: the discount codes.
await runBuilt('server/desk.js', 'codes');
