import './lib/node-version.mjs';
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { SERVER, ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/progress.mjs';

// npm start: from a fresh clone to a running service. The server is loaded into this very process, so signals reach it
// directly and its exit code is ours.
await main(async () => {
  // Newer Nodes keep what they compiled for the next start.
  module.enableCompileCache?.();
  await ensureInstalled();
  await ensureBuilt();
  await import(pathToFileURL(SERVER).href);
});
