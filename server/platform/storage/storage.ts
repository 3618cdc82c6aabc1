import type { Readable } from 'node:stream';

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

export interface StoredFile {
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
export function isKey(name: string): boolean {
  return safeKey.test(name);
}

export function mustBeKey(key: string): string {
  if (!isKey(key)) throw new Error('not a storage key');
  return key;
}
