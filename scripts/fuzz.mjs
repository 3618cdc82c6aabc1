import './lib/node-version.mjs';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { PlainError, main } from './lib/progress.mjs';
import { runPackage } from './lib/run.mjs';

// npm run fuzz: calls every operation with random input from its schema. `-- --calls 50000 --seed 7` repeats a run.
await main(async () => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '50000' },
      seed: { type: 'string', default: String(Date.now() % 1e9) },
    },
  });
  const [calls, seed] = [Number(values.calls), Number(values.seed)];
  if (!(calls >= 1) || !Number.isInteger(seed)) throw new PlainError('--calls and --seed are whole numbers.');
  await ensureInstalled();
  const env = { FUZZ_CALLS: String(calls), FUZZ_SEED: String(seed), TEST_DATABASE: 'fuzz-database' };
  const hour = String(3_600_000);
  const { code } = await runPackage('vitest/vitest.mjs', ['run', 'tests/fuzz.test.ts', '--test-timeout', hour], {
    env,
  });
  return code;
});
