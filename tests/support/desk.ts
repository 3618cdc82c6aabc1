import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const desk = fileURLToPath(new URL('../../build/server/desk.js', import.meta.url));

/** Whether the desk can work on the data of the server under test: only where that was started here. */
export const hasDesk = (): boolean => process.env['DATA_DIR'] !== undefined;

/** Runs a command of the desk beside the server under test. Returns what it printed. */
export async function runDesk(...words: string[]): Promise<string> {
  // Whoever runs the tests may be root, as in a container.
  const env = userInfo().uid === 0 ? { ...process.env, DESK_USER: 'mo' } : process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [desk, ...words], { env });
  return stdout;
}

/** Has a moderator look at photos and find nothing: from then on visitors may see them, too, as their owner says. */
export async function approvePhotos(ids: readonly string[]): Promise<void> {
  for (const id of ids) await runDesk('photos', 'approve', id);
}
