import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Another package manager may hold the lock, for example at a machine's first boot. */
const WAIT = ['-o', 'DPkg::Lock::Timeout=400'];

/** True if Debian packages can be installed without a confirmation. */
export function mayInstall() {
  return process.platform === 'linux' && existsSync('/usr/bin/apt-get') && asAdministrator() !== undefined;
}

/**
 * Installs the first available of these packages. Names separated by spaces are installed together.
 * @param {string[]} names
 * @returns {Promise<{ done: boolean, said: string }>} said: the output of the last failure
 */
export async function installFirst(names) {
  // A single unreachable source makes this fail although the package may be available, so the next command decides.
  await apt(['update']);
  let said = '';
  for (const name of names) {
    const { code, output } = await apt(['install', '-y', '--no-install-recommends', ...name.split(' ')]);
    if (code === 0) return { done: true, said: '' };
    said = output;
  }
  return { done: false, said };
}

/** @param {string[]} args */
function apt(args) {
  const command = [...(asAdministrator() ?? []), 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...WAIT, ...args];
  return run(command[0] ?? '', command.slice(1), { quiet: true });
}

/** The prefix for commands that need root; undefined if it is not available. */
function asAdministrator() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}
