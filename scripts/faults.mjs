import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { PlainError, main, tail } from './lib/progress.mjs';
import { runPackage } from './lib/run.mjs';

// npm run faults: injects faults into the running app and checks that no acknowledged change was lost.
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { code, output } = await runPackage('typescript/bin/tsc', ['-b', 'bench'], { quiet: true });
  if (code !== 0) throw new PlainError(`tsc failed:\n${tail(output, 60)}`);
  const run = await runPackage('../build/bench/faults/main.js', process.argv.slice(2), {});
  return run.code;
});
