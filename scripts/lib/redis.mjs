import { spawnSync } from 'node:child_process';
import { installFirst, mayInstall } from './apt.mjs';
import { say, step } from './progress.mjs';

const PACKAGES = ['redis-server', 'valkey-server'];
const PROGRAMS = ['redis-server', 'valkey-server'];

/**
 * The path of a Redis or Valkey for the tests of several nodes. Installs one if that needs no confirmation; without
 * one, these tests are skipped and a line says so.
 * @returns {Promise<string | undefined>}
 */
export async function ensureRedis() {
  const found = process.env.REDIS_SERVER || findRedis();
  if (found) return found;
  if (mayInstall()) await step('Installing Redis (apt-get)', () => installFirst(PACKAGES));
  const installed = findRedis();
  if (!installed) say('! No Redis here: the tests with Redis between nodes are left out (redis-server in PATH).');
  return installed;
}

function findRedis() {
  return PROGRAMS.find((name) => spawnSync(name, ['--version'], { timeout: 10_000 }).status === 0);
}
