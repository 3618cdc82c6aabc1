import './lib/node-version.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureNode, otherNodes } from './lib/other-nodes.mjs';
import { ensureChromium, ensureProgram } from './lib/programs.mjs';
import { PlainError, main, say, secondsSince } from './lib/progress.mjs';
import { countPlaywright, countVitest, readCount } from './lib/reports.mjs';
import { inRoot, run, runNpm, runPackage } from './lib/run.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[], problem?: string }} Outcome */

const REPORTS = inRoot('.cache', 'reports');
const UNIT = ['--project', 'plain', '--project', 'database'];

/** @type {Record<string, { title: string, run: (env: Record<string, string>) => Promise<Outcome> }>} */
const STAGES = {
  check: { title: 'Checks (npm run check -- --all)', run: runChecks },
  unit: { title: 'Unit and integration tests (vitest)', run: (env) => runVitest('unit', UNIT, env) },
  browser: {
    title: 'Browser tests (playwright)',
    run: (env) => runPlaywright('browser', ['own-server', 'others'], env),
  },
  smoke: {
    title: 'Slow tests, benches and the fault runner in their smallest form, and a walk in WebKit (vitest)',
    run: (env) => runVitest('smoke', ['--project', 'slow', '--project', 'smoke'], env),
  },
  nodes: { title: `Tests on Node ${otherNodes.join(' and ')} (vitest)`, run: runOnOtherNodes },
  'browser-smoke': {
    title: 'Firefox, versions of the app and rare networks (playwright)',
    run: (env) => runPlaywright('browser-smoke', ['smoke'], env),
  },
};

const USUAL = ['check', 'unit', 'browser'];

/** @type {Record<string, string[]>} */
const GROUPS = { smoke: ['smoke', 'nodes', 'browser-smoke'] };

// npm test: runs the tests, from a fresh clone. `npm test -- --only unit` runs one stage, `--all` also the smoke.
await main(async () => {
  const began = performance.now();
  const names = chooseStages();
  await ensureInstalled();
  await ensureBuilt();
  /** @type {Record<string, string>} */
  const env = {
    ...(names.some((name) => name.startsWith('browser')) && { CHROMIUM: await ensureChromium() }),
    ...(names.includes('browser-smoke') && (await ensureProgram('firefox'))),
    ...(names.includes('smoke') && (await ensureProgram('redis'))),
    ...(names.includes('smoke') && (await ensureProgram('postgres'))),
    ...(names.includes('smoke') && (await ensureProgram('nginx'))),
    ...(names.includes('smoke') && (await ensureProgram('pgbouncer'))),
    ...(names.includes('smoke') && (await ensureProgram('systemd'))),
    ...(names.includes('smoke') && (await ensureProgram('promtool'))),
    ...(names.includes('smoke') && (await ensureProgram('webkit'))),
  };
  mkdirSync(REPORTS, { recursive: true });
  // The checks use the time in which the first tests wait.
  const [beside, ...rest] = names;
  const checks = beside === 'check' && rest.length > 0 ? runStage('check', env) : undefined;
  /** @type {{ line: string, outcome: Outcome }[]} */
  const results = [];
  for (const name of checks ? rest : names) {
    results.push(await runStage(name, env));
    if (checks && results.length === 1) results.unshift(await checks);
  }
  return summarise(results, began);
});

/** @param {Record<string, string>} env @returns {Promise<Outcome>} */
async function runChecks(env) {
  const { code, output } = await runNpm(['run', '--silent', 'check', '--', '--all'], { env, quiet: true });
  say(output.trimEnd());
  // Checks are not tests and add nothing to the count when they pass, but a failure must show in the last line.
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] };
}

/**
 * @param {string} name @param {string[]} projects @param {Record<string, string>} env
 * @param {string} [node] the path of another Node
 * @returns {Promise<Outcome>}
 */
async function runVitest(name, projects, env, node = process.execPath) {
  const report = join(REPORTS, `${name}.json`);
  rmSync(report, { force: true });
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const program = inRoot('node_modules', 'vitest/vitest.mjs');
  const { code } = await run(node, [program, 'run', ...projects, ...options], { env });
  return readCount(report, countVitest, code);
}

/** Runs all unit tests on each other Node. @param {Record<string, string>} env @returns {Promise<Outcome>} */
async function runOnOtherNodes(env) {
  const outcomes = [];
  for (const version of otherNodes) {
    const node = await ensureNode(version);
    if (node === undefined) continue;
    // Programs that tests start find the same one.
    const others = { ...env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    outcomes.push(await runVitest(`node-${version}`, UNIT, others, node));
  }
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) => outcomes.reduce((all, one) => all + one[key], 0);
  const failures = outcomes.flatMap((one) => [...one.failures, ...(one.problem ? [`Node: ${one.problem}`] : [])]);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures };
}

/** @param {string} name @param {string[]} projects @param {Record<string, string>} env @returns {Promise<Outcome>} */
async function runPlaywright(name, projects, env) {
  const report = join(REPORTS, `${name}.json`);
  rmSync(report, { force: true });
  const options = projects.map((project) => `--project=${project}`);
  const { code } = await runPackage('@playwright/test/cli.js', ['test', ...options, '--reporter=list,json'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return readCount(report, countPlaywright, code);
}

function chooseStages() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, all: { type: 'boolean', default: false } } });
  if (values.only === undefined) return values.all ? Object.keys(STAGES) : USUAL;
  const group = GROUPS[values.only];
  if (group) return group;
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
  // Ctrl+C ends the child, and the next stage is not wanted.
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
  // Failures are repeated at the end, since nobody finds them in a long log.
  for (const { outcome } of results) for (const failure of outcome.failures) say(`✗ ${failure}`);
  for (const { line } of results) say(line);
  say(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') > 0 ? 1 : 0;
}
