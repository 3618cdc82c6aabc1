import { runBuilt } from './lib/command.mjs';

// npm run settings -- list|check|set|domain|forget-secret: what the sites are.
await runBuilt('server/desk.js', 'settings');
