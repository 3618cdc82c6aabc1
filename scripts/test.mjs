import './lib/node-version.mjs';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureRedis } from './lib/redis.mjs';
import { PlainError, main, say, secondsSince } from './lib/progress.mjs';
import { countPlaywright, countVitest, readCount } from './lib/reports.mjs';
import { inRoot, runNpm, runPackage } from './lib/run.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[], problem?: string }} Outcome */

const UNIT_REPORT = inRoot('.cache', 'vitest.json');
const BROWSER_REPORT = inRoot('.cache', 'playwright.json');

/** @type {Record<string, { title: string, run: (env: Record<string, string>) => Promise<Outcome> }>} */
const STAGES = {
  check: {
    title: 'Checks (npm run check)',
    run: async (env) => {
      const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
      const code = scripts.check ? (await runNpm(['run', '--silent', 'check'], { env })).code : 1;
      // Checks are not tests and add nothing to the count when they pass, but a failure must show in the last line.
      return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] };
    },
  },
  unit: {
    title: 'Unit and integration tests (vitest)',
    run: async (env) => {
      rmSync(UNIT_REPORT, { force: true });
      const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`];
      const { code } = await runPackage('vitest/vitest.mjs', ['run', ...options], { env });
      return readCount(UNIT_REPORT, countVitest, code);
    },
  },
  browser: {
    title: 'Browser tests (playwright)',
    run: async (env) => {
      rmSync(BROWSER_REPORT, { force: true });
      const report = { PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_REPORT, PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER_REPORT };
      const { code } = await runPackage('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
        env: { ...env, ...report },
      });
      return readCount(BROWSER_REPORT, countPlaywright, code);
    },
  },
};

// npm test: everything, from a fresh clone. `npm test -- --only unit` (or check, or browser) runs one part.
await main(async () => {
  const began = performance.now();
  const names = chooseStages();
  await ensureInstalled();
  await ensureBuilt();
  /** @type {Record<string, string>} */
  const env = names.includes('browser') ? { CHROMIUM: await ensureChromium() } : {};
  const redis = names.includes('unit') ? await ensureRedis() : undefined;
  if (redis) env.REDIS_SERVER = redis;
  mkdirSync(inRoot('.cache'), { recursive: true });
  /** @type {{ line: string, outcome: Outcome }[]} */
  const results = [];
  for (const name of names) results.push(await runStage(name, env));
  return summarise(results, began);
});

function chooseStages() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  if (values.only === undefined) return Object.keys(STAGES);
  if (values.only in STAGES) return [values.only];
  throw new PlainError(`--only takes one of: ${Object.keys(STAGES).join(', ')}.`);
}

/** @param {string} name @param {Record<string, string>} env */
async function runStage(name, env) {
  const stage = STAGES[name];
  if (!stage) throw new Error(`No stage ${name}.`);
  const since = performance.now();
  say(`\n· ${stage.title} …`);
  const outcome = await stage.run(env);
  // Ctrl+C ends the child; going on to the next stage is not what was meant.
  if (process.exitCode === 130) throw new PlainError('Interrupted.');
  const { passed, failed, skipped, problem } = outcome;
  const counts =
    name === 'check' ? (failed ? 'failed' : 'passed') : `${passed} passed, ${failed} failed, ${skipped} skipped`;
  const line = `${failed ? '✗' : '✓'} ${stage.title}: ${counts}${problem ? ` (${problem})` : ''}, ${secondsSince(since)}`;
  say(line);
  return { line, outcome };
}

/** @param {{ line: string, outcome: Outcome }[]} results @param {number} began */
function summarise(results, began) {
  const total = (/** @type {'passed' | 'failed'} */ key) => results.reduce((sum, { outcome }) => sum + outcome[key], 0);
  say(`\nSummary, ${secondsSince(began)} in all`);
  // Told again at the end: in a long log nobody finds them.
  for (const { outcome } of results) for (const failure of outcome.failures) say(`✗ ${failure}`);
  for (const { line } of results) say(line);
  say(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') > 0 ? 1 : 0;
}
