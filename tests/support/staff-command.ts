import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../../build/server/program/staff.js', import.meta.url));

/** True if commands of staff can reach the server's data, that is, if this run started the server. */
export const canRunStaffCommands = (): boolean => process.env['DATA_DIR'] !== undefined;

/** Runs a command of staff on the data of the server under test. Returns its output. */
export async function runStaffCommand(...words: string[]): Promise<string> {
  // The tests may run as root, as in a container.
  const env = userInfo().uid === 0 ? { ...process.env, STAFF_USER: 'mo' } : process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env });
  return stdout;
}

/** Approves photos as a moderator, after which visitors may see them if the owner allows it. */
export async function approvePhotos(ids: readonly string[]): Promise<void> {
  for (const id of ids) await runStaffCommand('photos', 'approve', id);
}
