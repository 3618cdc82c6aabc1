import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';

import { StartError } from './database/check-database.ts';

/** Stores files. Keys are generated, `kind/xx/id/variant.webp`, and never contain a name that a member chose. */
export interface Storage {
  /** Stores bytes or a stream; a stream is not held in memory. */
  put(key: string, bytes: Uint8Array | Readable): Promise<void>;
  /** Opens an object, with its size in bytes; undefined if there is none. */
  open(key: string): Promise<{ stream: Readable; size: number } | undefined>;
  /**
   * Returns the path and query at which the bucket gives an object, to anybody, for a minute. Only a bucket whose
   * pictures nginx fetches itself has this method.
   */
  presign?(key: string, method: 'GET' | 'HEAD'): Promise<string>;
  /** Returns where staff find an object: the path of its file, or its address in the bucket. */
  locate(key: string): string;
  /**
   * Removes the object `prefix` and every object whose key begins with `prefix` followed by a slash. With `names`, no
   * other name than these follows the slash, so that a bucket need not list them.
   */
  removeAll(prefix: string, names?: readonly string[]): Promise<void>;
  /**
   * Every object with its size in bytes and the time it was written, including incomplete ones, in the order of their
   * keys. `after`: only those whose keys sort after it.
   */
  list(options?: ListOptions): AsyncIterable<StoredFile>;
  /** Throws a `StartError` if anybody without a key can use the storage, and a `StorageError` if it cannot be used. */
  check(): Promise<void>;
  /** While files move: the storages, each of which may have the newer version of an object that is written again. */
  parts?: readonly Storage[];
}

interface ListOptions {
  after?: string;
}

interface StoredFile {
  key: string;
  size: number;
  at: Date;
}

/** The storage did not do what it was asked to. Callers get 503, and may try again. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

const safeKey = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.webp)?$/;

/** True if a file belongs to the storage, and is no part of one that is being written. */
function isKey(name: string): boolean {
  return safeKey.test(name);
}

export function mustBeKey(key: string): string {
  if (!isKey(key)) throw new Error('not a storage key');
  return key;
}

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

/** The id of an installation, kept beside its files: by it, a missing disk or another bucket is noticed. */
export interface FilesId {
  /** The setting that names the files, and its value. */
  name: string;
  /** Where the id is. */
  place: string;
  /** What the operator may have overlooked if it is missing or another. */
  hint: string;
  /** Returns null if there is none, or if the folder does not exist. */
  read(): Promise<string | null>;
  write(id: string): Promise<void>;
  /** Keeps others from the bucket to which the files move. */
  claim?(id: string): Promise<void>;
}

export function createFolderId(folder: string): FilesId {
  const place = join(folder, 'installation');
  return {
    name: `DATA_DIR ${folder}`,
    place,
    hint: 'is its disk there?',
    read: async () => (await readFile(place, 'utf8').catch(unlessMissing(null)))?.trim() ?? null,
    write: async (id) => {
      await mkdir(folder, { recursive: true });
      await writeFile(place, `${id}\n`, { flag: 'wx' });
    },
  };
}

const bucketIdKey = 'id';
/** Comes before the id in a bucket to which files still move. */
const movingMark = 'moving ';

async function readBucketId(bucket: Storage): Promise<string | null> {
  const file = await bucket.open(bucketIdKey);
  return file ? (await text(file.stream)).trim() : null;
}

export function createBucketId(bucket: Storage): FilesId {
  const hint = 'set PHOTOS_ALSO=disk until npm run photos -- move has ended.';
  return {
    name: 'S3_BUCKET',
    place: bucket.locate(bucketIdKey),
    hint,
    read: async () => {
      const id = await readBucketId(bucket);
      if (id?.startsWith(movingMark)) throw new StartError(`S3_BUCKET does not have all files yet: ${hint}`);
      return id;
    },
    write: (id) => bucket.put(bucketIdKey, Buffer.from(`${id}\n`)),
  };
}

/**
 * Unites two storages while the files of the data folder move to a bucket. Both get every file. The folder loses a file
 * first, so that the move, which looks there again after each copy, leaves no removed file in the bucket. A list has
 * all files of the bucket before those of the folder.
 */
export function createMovingStorage(folder: Storage, bucket: Storage): Storage {
  return {
    put: async (key, bytes) => {
      await folder.put(key, bytes);
      if (bytes instanceof Uint8Array) return bucket.put(key, bytes);
      const file = await folder.open(key);
      if (file) await bucket.put(key, file.stream);
    },
    open: async (key) => (await bucket.open(key)) ?? folder.open(key),
    locate: folder.locate,
    removeAll: async (prefix, names) => {
      await folder.removeAll(prefix, names);
      await bucket.removeAll(prefix, names);
    },
    list: async function* (options) {
      yield* bucket.list(options);
      yield* folder.list(options);
    },
    check: bucket.check,
    parts: [folder, bucket],
  };
}

interface MovingId extends FilesId {
  hasMoved(): Promise<boolean>;
  /** Records that all files are in the bucket. */
  end(id: string): Promise<void>;
}

/** Creates the id of a folder whose files move to a bucket. The bucket is marked as soon as they do. */
export function createMovingId(folder: FilesId, bucket: Storage): MovingId {
  const { write, place } = createBucketId(bucket);
  return {
    ...folder,
    read: async () => {
      const [id, other] = await Promise.all([folder.read(), readBucketId(bucket)]);
      if (other === null || other === id || other === `${movingMark}${id}`) return id;
      throw new StartError(
        `S3_BUCKET and ${folder.name} do not belong to the same database: ${place} is ${other}, and ${folder.place} is ${id ?? 'missing'}`,
      );
    },
    claim: async (id) => {
      if ((await readBucketId(bucket)) === null) await write(`${movingMark}${id}`);
    },
    hasMoved: async () => !(await readBucketId(bucket))?.startsWith(movingMark),
    end: write,
  };
}

interface Moved {
  /** Files looked at, files copied, and the bytes of those. */
  files: number;
  copied: number;
  bytes: number;
}

const copiesAtOnce = 8;
const inMemoryMaxBytes = 4 * 1024 * 1024;

/**
 * Copies the files of `folder` that `bucket` lacks or has in another size, so that an interrupted move goes on where it
 * stopped. `note` is called after each file. Returns what one pass did: a pass that copied nothing found all of them.
 */
export async function moveFiles(folder: Storage, bucket: Storage, onProgress: (moved: Moved) => void): Promise<Moved> {
  const moved: Moved = { files: 0, copied: 0, bytes: 0 };
  let missing: string[] = [];
  const copyAll = async (): Promise<void> => {
    for (const size of await Promise.all(missing.map((key) => copyFile(folder, bucket, key)))) {
      moved.copied += 1;
      moved.bytes += size;
    }
    missing = [];
  };
  // Both list their files in the same order, so one list is read beside the other.
  const others = bucket.list()[Symbol.asyncIterator]();
  let other = await others.next();
  for await (const { key, size } of folder.list()) {
    if (!isKey(key)) continue;
    while (!other.done && other.value.key < key) other = await others.next();
    if (other.done || other.value.key !== key || other.value.size !== size) missing.push(key);
    if (missing.length === copiesAtOnce) await copyAll();
    moved.files += 1;
    onProgress(moved);
  }
  await copyAll();
  return moved;
}

/**
 * Copies a file and returns its size in bytes. A file that is removed or written again meanwhile becomes so in the
 * bucket, too.
 */
async function copyFile(folder: Storage, bucket: Storage, key: string): Promise<number> {
  let file = await folder.open(key);
  if (!file) return 0;
  const { size } = file;
  if (size > inMemoryMaxBytes) {
    // An archive, which is written once.
    await bucket.put(key, file.stream);
    file = await folder.open(key);
    file?.stream.destroy();
  } else {
    for (let copied: Buffer | undefined; file; file = await folder.open(key)) {
      const bytes = await buffer(file.stream);
      if (copied?.equals(bytes)) break;
      await bucket.put(key, bytes);
      copied = bytes;
    }
  }
  if (!file) await bucket.removeAll(key);
  return size;
}
