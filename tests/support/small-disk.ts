import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  folder: string;
  /** Fills the disk except for this many bytes. */
  fill(leave?: number): void;
  free(): void;
  remove(): void;
}

const blockBytes = 4_096;

/** Mounts a folder in memory with this capacity in megabytes; undefined if this account may not. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tealight-small-disk-'));
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    // Only root on Linux can mount; the caller skips its test and says so.
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  const free = (): void => rmSync(ballast, { force: true });
  return {
    folder,
    free,
    fill: (leave = 0) => {
      if (leave > 0) writeUntilFull(`${ballast}-kept`, leave / blockBytes);
      writeUntilFull(ballast);
      rmSync(`${ballast}-kept`, { force: true });
    },
    remove: () => {
      execFileSync('/bin/umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function writeUntilFull(path: string, blocks = Number.POSITIVE_INFINITY): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(blockBytes, 1);
  try {
    for (let written = 0; written < blocks; written += 1) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}
