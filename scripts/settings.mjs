import { runBuilt } from './lib/command.mjs';

// npm run settings -- list|check|set|domain|forget-secret: the settings of the sites.
await runBuilt('server/desk.js', 'settings');
