import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { PlainError, step, tail } from './progress.mjs';
import { inRoot, runNpm } from './run.mjs';

const LOCK = inRoot('package-lock.json');
/** The hash of the lock file that node_modules was installed from. */
const MARK = inRoot('node_modules', '.tealight-installed');
/** npm writes this file last. */
const NPM_MARK = inRoot('node_modules', '.package-lock.json');

/** Brings node_modules in line with package-lock.json; does nothing if it is. */
export async function ensureInstalled() {
  // A linked folder belongs to another checkout, which keeps it up to date.
  if (lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const wanted = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  if (read(MARK) === wanted) return;
  if (!read(MARK) && isNewer(NPM_MARK, LOCK)) {
    // Somebody ran npm by hand after the lock file changed.
    writeFileSync(MARK, wanted);
    return;
  }
  await step('Installing packages (npm ci)', async () => {
    // No package needs its install script, so none runs. The build needs development packages.
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--include=dev', '--include=optional'];
    const { code, output } = await runNpm(['ci', ...options], { quiet: true });
    if (code !== 0) throw new PlainError(`npm ci failed:\n${tail(output)}`);
    writeFileSync(MARK, wanted);
  });
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** @param {string} file @param {string} other */
function isNewer(file, other) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.mtimeMs >= statSync(other).mtimeMs;
}
