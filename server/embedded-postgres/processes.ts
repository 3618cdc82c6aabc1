import { spawnSync } from 'node:child_process';
import { linkSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** True if the process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || readProcessStat(pid)[0] !== 'Z';
}

/** Returns when a process started: two with the same id, one after the other, differ in it. */
function readStartTime(pid: number): string {
  if (process.platform === 'linux') {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readProcessStat(pid)[19] ?? ''}`;
  }
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}

/** Returns the fields of `/proc/<pid>/stat` from the state on. The second field may contain spaces and parentheses. */
function readProcessStat(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return ['Z'];
  }
}

/** True if the process works in the folder, as every process of a PostgreSQL cluster does in its own. */
export function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') {
    const command = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
    return command.includes('postgres') && command.includes(folder);
  }
  try {
    const [here, there] = [statSync(`/proc/${pid}/cwd/`), statSync(folder)];
    return here.dev === there.dev && here.ino === there.ino;
  } catch {
    return false;
  }
}

/** True if a process works in the folder; undefined where the system cannot tell. */
export function isWorkedIn(folder: string): boolean | undefined {
  if (process.platform !== 'linux') return undefined;
  return readdirSync('/proc').some(
    (name) => /^\d+$/.test(name) && isAlive(Number(name)) && worksIn(Number(name), folder),
  );
}

export async function until(done: () => boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!done()) {
    if (performance.now() > end) return false;
    await wait(10);
  }
  return true;
}

/** Returns the release. Takes over a lock whose process has ended (kill -9, power failure); throws while it runs. */
export function acquireLock(file: string): () => void {
  const mine = `${process.pid} ${readStartTime(process.pid)}`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    for (;;) {
      try {
        // Linking is atomic, unlike creating a file and writing to it.
        linkSync(draft, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        removeStaleLock(file);
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

export function isLockHeld(file: string): boolean {
  return isHolderAlive(read(file));
}

function isHolderAlive(text: string): boolean {
  const [pid = '', started = ''] = text.split(' ');
  return text !== '' && isAlive(Number(pid)) && readStartTime(Number(pid)) === started;
}

function removeStaleLock(file: string): void {
  const text = read(file);
  const [pid = ''] = text.split(' ');
  if (isHolderAlive(text)) {
    throw new Error(
      `Tealight already runs with this data folder (process ${pid}). Stop it first, or set another DATA_DIR.`,
    );
  }
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  // Another process may have taken the lock since we read it; put its lock back.
  if (read(aside) !== text) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
