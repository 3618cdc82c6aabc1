import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { Upload } from '../../../contract/photos/operations.ts';

export interface StoredUpload extends Upload {
  /** Frees its disk space. */
  close(): Promise<void>;
}

/**
 * Writes a file of a form to disk, without a name: whatever happens to this process, nothing of the file stays.
 * `onBytes` is called before each write and may throw to abort it.
 */
export async function storeUpload(
  folder: string,
  content: Readable,
  onBytes: (bytes: number) => void,
): Promise<StoredUpload> {
  const file = await openNameless(folder);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      onBytes(chunk.length);
      hash.update(chunk);
      await writeAll(file, chunk, size);
      size += chunk.length;
    }
    return { size, sha256: hash.digest('hex'), read: () => readAll(file, size), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

async function readAll(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(bytes, done, size - done, done);
    if (bytesRead === 0) throw new Error('an uploaded file is shorter than what was written to it');
    done += bytesRead;
  }
  return bytes;
}
