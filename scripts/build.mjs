import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/progress.mjs';

// npm run build: builds if sources changed, or always with --force.
await main(async () => {
  await ensureInstalled();
  await ensureBuilt({ force: process.argv.includes('--force') });
});
