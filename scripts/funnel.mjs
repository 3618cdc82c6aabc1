import { runBuilt } from './lib/command.mjs';

// npm run funnel -- --from 2026-01-01 --to 2026-02-01: the visitors' funnel, by link.
await runBuilt('server/desk.js', 'funnel');
