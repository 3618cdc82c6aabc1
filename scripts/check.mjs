import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules/.bin', name);

/** Rules that no tool knows. */
const structure = ['architecture', 'table-ownership', 'spread', 'migrations', 'docs'].map(
  (name) => `tests/${name}.test.ts`,
);

/** Each tool's own cache, by the content of files: a check reads again only what has changed. */
const cache = (name) => join(root, '.cache', name);
const cachedDirections = [
  '--config',
  '.dependency-cruiser.cjs',
  '--cache',
  cache('directions'),
  '--cache-strategy',
  'content',
];
const cachedModules = ['--experimental.fsModuleCache', '--experimental.fsModuleCachePath', cache('modules')];

/** Linter and compiler are written in Go: collecting garbage only beyond 2 GiB spares a third of their time. */
const lazyCollection = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

/** Runs before the others, which read the files that it writes and removes. */
const routeTypes = ['route types', bin('react-router'), ['typegen']];

/** Each check with its command. Two run at a time, the longest first. */
const checks = [
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  // Several checkers would each infer the contract's types.
  ['types', bin('tsc'), ['-b', '--checkers', '1']],
  ['patterns', process.execPath, ['scripts/check-patterns.mjs']],
  ['dead code', bin('knip'), ['--cache', '--cache-location', cache('knip')]],
  ['directions', bin('depcruise'), [...cachedDirections, 'contract', 'server', 'demo', 'mocks']],
  ['structure', bin('vitest'), ['run', '--project', 'plain', ...cachedModules, ...structure]],
  ['types of SQL', process.execPath, ['scripts/types-sql.mjs', '--check']],
  ['languages', process.execPath, ['scripts/check-languages.mjs']],
  ['format', bin('oxfmt'), ['--check', '.']],
];

const results = [await runOne(...routeTypes)];
const waiting = checks.values();
await Promise.all([runNext(), runNext()]);
for (const { name, seconds, code, output } of results) {
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n\n`);
}
process.exit(results.every(({ code }) => code === 0) ? 0 : 1);

async function runNext() {
  for (const check of waiting) results.push(await runOne(...check));
}

function runOne(name, command, args) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...lazyCollection, FORCE_COLOR: '0' } });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (code) =>
      resolve({ name, seconds: ((Date.now() - started) / 1000).toFixed(1), code: code ?? 1, output }),
    );
  });
}
