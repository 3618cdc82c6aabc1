import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Where photos are kept. Keys are made by the house: `kind/xx/id/variant.webp`, never a name that a member typed. */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The stored bytes and their number, or nothing. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>;
  /** Removes every object whose key begins with `prefix` followed by a slash. */
  removeAll(prefix: string): Promise<void>;
  /** Every object with the moment it was written, half-written ones too; those of one folder after each other. */
  list(): AsyncIterable<{ key: string; at: Date }>;
}

const safeKey = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.webp)?$/;

/** Photos as files below `folder`; each appears whole or not at all. */
export function createDiskStorage(folder: string): Storage {
  const pathOf = (key: string): string => {
    if (!safeKey.test(key)) throw new Error('not a storage key');
    return join(folder, key);
  };
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const half = `${path}.${randomBytes(6).toString('hex')}.part`;
      await writeFile(half, bytes);
      await rename(half, path);
    },
    open: async (key) => {
      const path = pathOf(key);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? { stream: createReadStream(path), size: found.size } : undefined;
    },
    removeAll: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
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

/** While a storage is read, others remove from it. */
function unlessMissing<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
}
