import './lib/node-version.mjs';
import { ensureReady } from './lib/build.mjs';
import { main, sayToErrors } from './lib/progress.mjs';
import { runPackage } from './lib/run.mjs';

// Runs a command of the built server: the first argument is its file below `build/`. Other programs may read its
// output, so nothing else is printed to stdout.
await main(async () => {
  sayToErrors();
  await ensureReady();
  const [file, ...args] = process.argv.slice(2);
  const { code } = await runPackage(`../build/${file}`, args, {});
  return code;
});
