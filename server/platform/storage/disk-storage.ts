import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { type Storage, type StoredFile, mustBeKey } from './storage.ts';

/** Stores files below `folder`; each appears completely or not at all. */
export function createDiskStorage(folder: string): Storage {
  const resolvePath = (key: string): string => join(folder, mustBeKey(key));
  return {
    put: async (key, bytes) => {
      const path = resolvePath(key);
      const made = await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${randomBytes(6).toString('hex')}.part`;
      await writeFile(partial, bytes, { flush: true });
      await rename(partial, path);
      // A file survives a power failure if its folder is on the disk too, and so do the folders that were made for it.
      let above = dirname(path);
      const top = dirname(made ?? path);
      await syncFolder(above);
      while (above !== top) await syncFolder((above = dirname(above)));
    },
    open: async (key) => {
      // The file may be removed at any time: nothing looks for its name a second time.
      const file = await open(resolvePath(key)).catch(unlessMissing(undefined));
      const found = await file?.stat();
      if (file && found?.isFile()) return { stream: file.createReadStream(), size: found.size };
      await file?.close();
      return undefined;
    },
    locate: resolvePath,
    removeAll: (prefix) => rm(resolvePath(prefix), { recursive: true, force: true }),
    list: ({ after = '' } = {}) => walk(folder, '', after),
    // A folder that is missing is noticed by its id (`FilesId`).
    check: async () => undefined,
  };
}

async function syncFolder(folder: string): Promise<void> {
  // Somebody may remove it with its files meanwhile.
  const handle = await open(folder).catch(unlessMissing(undefined));
  await handle?.sync().finally(() => handle.close());
}

/** Lists the files below a path that is empty or ends in a slash. */
async function* walk(folder: string, path: string, after: string): AsyncIterable<StoredFile> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(unlessMissing([]));
  const keys = entries.map((entry) => `${path}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  for (const key of keys.toSorted()) {
    const isFolder = key.endsWith('/');
    if (key <= after && !(isFolder && after.startsWith(key))) continue;
    if (isFolder) yield* walk(folder, key, after);
    else {
      const found = await stat(join(folder, key)).catch(unlessMissing(undefined));
      if (found) yield { key, size: found.size, at: found.mtime };
    }
  }
}

/** Returns `instead` for a missing file: files may be removed while their folder is being read. */
export function unlessMissing<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
}
