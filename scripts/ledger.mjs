import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/progress.mjs';
import { runPackage } from './lib/run.mjs';

// npm run ledger -- verify | export | liability | reconcile: finance's commands.
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { code } = await runPackage('../build/server/ledger.js', process.argv.slice(2), {});
  return code;
});
