import { runBuilt } from './lib/command.mjs';

// npm run demo -- remove: removes the fictional members.
await runBuilt('demo/remove.js');
