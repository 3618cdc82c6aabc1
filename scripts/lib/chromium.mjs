import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installFirst, mayInstall } from './apt.mjs';
import { PlainError, step, tail } from './progress.mjs';

/** The headless shell comes first, because it halves the duration of the tests. */
const FASTEST = 'chromium-headless-shell';
const NAMES = [FASTEST, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];
const WINDOWS = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe'];

/**
 * The path of a Chromium or Chrome for the browser tests. Installs one if that needs no confirmation.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new PlainError(`CHROMIUM names ${named}, and there is no such file.`);
  if (named) return named;
  const found = findChromium();
  if (found?.endsWith(FASTEST)) return found;
  // A full Chromium also works if nothing can be installed.
  const installed = (await installChromium(found ? [FASTEST] : [FASTEST, 'chromium'])) && findChromium();
  if (installed) return installed;
  if (found) return found;
  throw new PlainError(
    'The browser tests need Chromium: install it (on Debian: apt-get install chromium), or set CHROMIUM to the path of a Chrome.',
  );
}

function findChromium() {
  return candidates().find((path) => existsSync(path) && works(path));
}

function candidates() {
  const { env, platform } = process;
  if (platform === 'darwin') {
    return ['/Applications', join(env.HOME ?? '/', 'Applications')].flatMap((base) =>
      MAC.map((app) => join(base, app)),
    );
  }
  if (platform === 'win32') {
    const bases = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((base) => base !== undefined);
    return bases.flatMap((base) => WINDOWS.map((program) => join(base, program)));
  }
  return ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((base) => NAMES.map((name) => join(base, name)));
}

/** @param {string} path */
function works(path) {
  // On some Linux distributions this is a script that only prints how to install Chromium.
  if (process.platform !== 'linux') return true;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

/** @param {string[]} names */
async function installChromium(names) {
  if (!mayInstall()) return false;
  const { done, said } = await step('Installing Chromium (apt-get)', () => installFirst(names));
  if (!done && names.length > 1) throw new PlainError(`apt-get could not install chromium:\n${tail(said, 15)}`);
  return done;
}
