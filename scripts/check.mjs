import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules/.bin', name);

/** Rules that no tool knows. */
const structure = ['architecture', 'table-ownership', 'spread', 'migrations', 'planted-faults', 'docs'].map(
  (name) => `tests/${name}.test.ts`,
);

/** Returns the folder of a tool's own cache, by the content of files: a check reads again only what has changed. */
const cache = (name) => join(root, '.cache', name);
const cachedModules = ['--experimental.fsModuleCache', '--experimental.fsModuleCachePath', cache('modules')];

/** The linter and the compiler are written in Go: without garbage collection they take a third less time. */
const lazyCollection = { GOGC: 'off', GOMEMLIMIT: `${Math.floor(totalmem() / 4)}B` };

/** Runs before the checks that read the files that it writes and removes. */
const routeTypes = ['route types', bin('react-router'), ['typegen']];

/**
 * Rules that need types take as long as all other checks together, because the linter infers every type again. `--all`,
 * as in `npm test`, applies them everywhere, and the quick check to the changed files and those that import them.
 */
const touched = process.argv.includes('--all') ? null : listTouched();
const strict = ['--deny-warnings'];
const strictWithTypes = [...strict, '--type-aware'];

/** Each check with its command. Two run at a time: the first does not need the types of routes, and outlasts them. */
const checks = [
  ['structure', bin('vitest'), ['run', '--project', 'plain', ...cachedModules, ...structure]],
  // Several checkers would each infer the contract's types.
  ['types', bin('tsc'), ['-b', '--checkers', '1']],
  ...(touched?.length ? [['lint of the change', bin('oxlint'), [...strictWithTypes, ...touched]]] : []),
  ['lint', bin('oxlint'), touched ? strict : strictWithTypes],
  ['patterns', process.execPath, ['scripts/check-patterns.mjs']],
  ['dead code', bin('knip'), ['--cache', '--cache-location', cache('knip')]],
  ['types of SQL', process.execPath, ['scripts/types-sql.mjs', '--check']],
  ['languages', process.execPath, ['scripts/check-languages.mjs']],
  ['format', bin('oxfmt'), ['--check', '.']],
];

const results = [];
const waiting = [routeTypes, ...checks].values();
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

/**
 * Lists the sources that the working tree changes, or else the last commit, and the sources that import them. Returns
 * null if all are affected, because the rules or the compiler's options changed.
 */
function listTouched() {
  const changed = listChanged();
  if (changed.some((file) => /(^|\/)(\.oxlintrc|tsconfig.*)\.json$/.test(file))) return null;
  const importsChanged = (file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/'(\.[^'\n]+)'/g)].some(([, path]) =>
      changed.includes(join(dirname(file), path)),
    );
  return git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs').filter(
    (file) => existsSync(join(root, file)) && (changed.includes(file) || importsChanged(file)),
  );
}

function listChanged() {
  const now = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  if (now.length > 0) return now;
  try {
    return git('diff', '--name-only', 'HEAD~1', 'HEAD');
  } catch {
    // A shallow clone does not know what its commit changed.
    return [];
  }
}

function git(...args) {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return output.split('\n').filter(Boolean);
}
