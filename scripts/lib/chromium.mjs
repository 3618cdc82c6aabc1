import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, step, tail } from './progress.mjs';
import { run } from './run.mjs';

/** Chromium without its windows comes first: the tests take half the time in it. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];
const WINDOWS = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe'];
/** Another package manager run may hold the lock, for example at the first boot of a machine. */
const APT = ['-o', 'DPkg::Lock::Timeout=400'];

/**
 * The path of a Chromium or Chrome for the browser tests. Installs one where that needs no question to anybody.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new PlainError(`CHROMIUM names ${named}, and there is no such file.`);
  const found = named || findChromium();
  if (found) return found;
  const installed = (await installChromium()) && findChromium();
  if (installed) return installed;
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
  // On Linux some distributions put a script there that only says where to get the real thing.
  if (process.platform !== 'linux') return true;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

async function installChromium() {
  const before = asAdministrator();
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get') || !before) return false;
  return step('Installing Chromium (apt-get)', async () => {
    /** @param {string[]} args */
    const apt = (...args) => {
      const [command = '', ...rest] = [...before, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...APT, ...args];
      return run(command, rest, { quiet: true });
    };
    let said = '';
    // A single unreachable source makes this fail, although Chromium's own may be fine: the next command decides.
    await apt('update');
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const { code, output } = await apt('install', '-y', '--no-install-recommends', name);
      if (code === 0) return true;
      said = output;
    }
    throw new PlainError(`apt-get could not install chromium:\n${tail(said, 15)}`);
  });
}

/** What to put before a command that root must run; undefined when we may not. */
function asAdministrator() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}
