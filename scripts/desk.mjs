import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/progress.mjs';
import { runPackage } from './lib/run.mjs';

// npm run desk -- list|show|…: complaints and reports; withdrawals: refunds by hand and declarations.
// npm run desk -- photos: lists, shows and decides the photos that wait for approval.
// npm run desk -- block-iban|block-phone|block-debit: whom direct debits are refused.
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { code } = await runPackage('../build/server/desk.js', process.argv.slice(2), {});
  return code;
});
