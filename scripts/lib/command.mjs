import './node-version.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SERVER, ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { PlainError, main, sayToErrors } from './progress.mjs';
import { runPackage } from './run.mjs';

/**
 * Installs and builds missing parts. Does nothing in production, where the release contains both: processes that start
 * together would build at once, in a folder that may be read-only.
 */
export async function ensureReady() {
  if (environment() !== 'production') {
    await ensureInstalled();
    await ensureBuilt();
  } else if (!existsSync(SERVER)) {
    throw new PlainError('Nothing is built here, and production does not build: run `npm run build` first.');
  }
}

function environment() {
  const { NODE_ENV, ENV_FILE } = process.env;
  if (ENV_FILE && !existsSync(ENV_FILE)) throw new PlainError(`ENV_FILE names ${ENV_FILE}, and there is no such file.`);
  return NODE_ENV || (ENV_FILE ? parseEnv(readFileSync(ENV_FILE, 'utf8')).NODE_ENV : undefined);
}

/**
 * Runs a command of the built server with `first` and this process's own arguments. Other programs may read its output,
 * so nothing else is printed to stdout.
 * @param {string} file Below `build/`.
 * @param {string[]} first
 */
export function runBuilt(file, ...first) {
  return main(async () => {
    sayToErrors();
    await ensureReady();
    const { code } = await runPackage(`../build/${file}`, [...first, ...process.argv.slice(2)], {});
    return code;
  });
}
