import { spawnSync } from 'node:child_process';
import { installFirst, mayInstall } from './apt.mjs';
import { say, step } from './progress.mjs';

const PROGRAMS = ['firefox-esr', 'firefox'];

/**
 * The path of a Firefox for the tests of pushes in a real browser. Installs one if that needs no confirmation; without
 * one, these tests are skipped and a line says so.
 * @returns {Promise<string | undefined>}
 */
export async function ensureFirefox() {
  const found = process.env.FIREFOX || findFirefox();
  if (found) return found;
  if (mayInstall()) await step('Installing Firefox (apt-get)', () => installFirst(['firefox-esr']));
  const installed = findFirefox();
  if (!installed) say('! No Firefox here: the tests of pushes in a real browser are left out (firefox-esr in PATH).');
  return installed;
}

function findFirefox() {
  // On some Linux distributions this is a script that only prints how to install Firefox.
  return PROGRAMS.find((name) => spawnSync(name, ['--version'], { timeout: 30_000 }).status === 0);
}
