import { buffer } from 'node:stream/consumers';

import { type Storage, isKey } from './storage.ts';

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
 * stopped. `onProgress` is called after each file. Returns what one pass did: a pass that copied nothing found all of
 * them.
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
