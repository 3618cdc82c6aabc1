import './lib/node-version.mjs';
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { SERVER, ensureReady } from './lib/build.mjs';
import { main } from './lib/progress.mjs';

// From a fresh clone to a running service. The server runs in this process, to get its signals and exit code.
await main(async () => {
  module.enableCompileCache?.();
  await ensureReady();
  await import(pathToFileURL(SERVER).href);
});
