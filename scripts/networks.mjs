import { runBuilt } from './lib/command.mjs';

// npm run networks -- add|list|end: the networks that are notified of sign-ups and purchases.
await runBuilt('server/desk.js', 'networks');
