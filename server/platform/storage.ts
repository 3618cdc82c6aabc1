import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Stores files. Keys are generated, `kind/xx/id/variant.webp`, and never contain a name that a member chose. */
export interface Storage {
  /** Stores bytes or a stream; a stream is not held in memory. */
  put(key: string, bytes: Uint8Array | Readable): Promise<void>;
  /** Opens an object, with its size in bytes; undefined if there is none. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>;
  /** Returns where staff find an object: the path of its file. */
  locate(key: string): string;
  /** Removes every object whose key begins with `prefix` followed by a slash. */
  removeAll(prefix: string): Promise<void>;
  /** Every object with the time it was written, including incomplete ones; objects of one folder follow each other. */
  list(): AsyncIterable<{ key: string; at: Date }>;
}

const safeKey = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.webp)?$/;

/** Stores files below `folder`; each appears completely or not at all. */
export function createDiskStorage(folder: string): Storage {
  const resolvePath = (key: string): string => {
    if (!safeKey.test(key)) throw new Error('not a storage key');
    return join(folder, key);
  };
  return {
    put: async (key, bytes) => {
      const path = resolvePath(key);
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${randomBytes(6).toString('hex')}.part`;
      await writeFile(partial, bytes);
      await rename(partial, path);
    },
    open: async (key) => {
      const path = resolvePath(key);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? { stream: createReadStream(path), size: found.size } : undefined;
    },
    locate: resolvePath,
    removeAll: (prefix) => rm(resolvePath(prefix), { recursive: true, force: true }),
    list: () => walk(folder, ''),
  };
}

async function* walk(folder: string, key: string): AsyncIterable<{ key: string; at: Date }> {
  const entries = await readdir(join(folder, key), { withFileTypes: true }).catch(unlessMissing([]));
  for (const entry of entries) {
    const below = key === '' ? entry.name : `${key}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(folder, below);
    else {
      const found = await stat(join(folder, below)).catch(unlessMissing(undefined));
      if (found) yield { key: below, at: found.mtime };
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

/** The file with the id of a data folder, by which a missing disk is noticed. */
export const folderIdPath = (folder: string): string => join(folder, 'installation');

/** Returns the id in a data folder; null if the folder has none or does not exist. */
export async function readFolderId(folder: string): Promise<string | null> {
  const id = await readFile(folderIdPath(folder), 'utf8').catch(unlessMissing(null));
  return id?.trim() ?? null;
}
