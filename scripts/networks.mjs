import { runBuilt } from './lib/command.mjs';

// npm run networks -- add|list|end: who is told of sign-ups and purchases.
await runBuilt('server/desk.js', 'networks');
