import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/progress.mjs';
import { runPackage } from './lib/run.mjs';

// npm run funnel -- --from 2026-01-01 --to 2026-02-01: what became of visitors, by link.
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { code } = await runPackage('../build/server/desk.js', ['funnel', ...process.argv.slice(2)], {});
  return code;
});
