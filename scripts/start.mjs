import './lib/node-version.mjs';
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { SERVER } from './lib/build.mjs';
import { ensureReady } from './lib/command.mjs';
import { main } from './lib/progress.mjs';

// npm start: from a fresh clone to a running service. The server is loaded into this process, so that it receives
// signals directly and its exit code is ours.
await main(async () => {
  // Newer versions of Node cache compiled code for the next start.
  module.enableCompileCache?.();
  await ensureReady();
  await import(pathToFileURL(SERVER).href);
});
