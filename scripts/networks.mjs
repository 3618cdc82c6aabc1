import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/progress.mjs';
import { runPackage } from './lib/run.mjs';

// npm run networks -- add|list|end: who is told of sign-ups and purchases.
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { code } = await runPackage('../build/server/desk.js', ['networks', ...process.argv.slice(2)], {});
  return code;
});
