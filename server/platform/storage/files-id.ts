import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { StartError } from '../database/check-database.ts';
import { unlessMissing } from './disk-storage.ts';
import type { Storage } from './storage.ts';

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
