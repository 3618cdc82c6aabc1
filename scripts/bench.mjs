import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { PlainError, main, tail } from './lib/progress.mjs';
import { runPackage } from './lib/run.mjs';

// Runs the benches (`main.js`) or the fault runner (`faults/main.js`).
await main(async () => {
  await ensureInstalled();
  const [file, ...args] = process.argv.slice(2);
  // What is only counted runs in the process of the bench.
  if (!args.includes('--counts')) await ensureBuilt();
  const { code, output } = await runPackage('typescript/bin/tsc', ['-b', 'bench'], { quiet: true });
  if (code !== 0) throw new PlainError(`tsc failed:\n${tail(output, 60)}`);
  const run = await runPackage(`../build/bench/${file}`, args, { env: { NODE_ENV: 'production' } });
  return run.code;
});
