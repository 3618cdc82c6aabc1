import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/progress.mjs';
import { runPackage } from './lib/run.mjs';

// npm run settings -- list|check|set|domain: what the sites are.
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { code } = await runPackage('../build/server/desk.js', ['settings', ...process.argv.slice(2)], {});
  return code;
});
