import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installFirst, mayInstall } from './apt.mjs';
import { say, step } from './progress.mjs';

const PACKAGES = 'webkit2gtk-driver xvfb';
const LIBRARIES = '/usr/lib';

/**
 * The path of a WebKitGTK for the WebKit walk, with its driver and a virtual screen in PATH. Installs them if that
 * needs no confirmation; without them, the walk is skipped and a line says so.
 * @returns {Promise<string | undefined>}
 */
export async function ensureWebKit() {
  const found = process.env.WEBKIT || findWebKit();
  if (found) return found;
  if (mayInstall()) await step('Installing WebKitGTK (apt-get)', () => installFirst([PACKAGES]));
  const installed = findWebKit();
  if (!installed) say('! No WebKitGTK here: the walk in WebKit is left out (webkit2gtk-driver and xvfb).');
  return installed;
}

function findWebKit() {
  if (process.platform !== 'linux') return undefined;
  if (['WebKitWebDriver', 'Xvfb'].some((name) => spawnSync('which', [name]).status !== 0)) return undefined;
  return readdirSync(LIBRARIES)
    .map((folder) => join(LIBRARIES, folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find((path) => existsSync(path));
}
