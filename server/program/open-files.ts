import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { toId } from '../../contract/platform/id.ts';
import type { AppContext } from '../context.ts';
import { refuseUndeclaredRestore } from '../erasure/ledger-notes.ts';
import { exportKey } from '../export/rules.ts';
import { checkStorages } from '../photos/check-storages.ts';
import { fileKey } from '../photos/picture-files.ts';
import type { Log } from '../platform/monitoring/log.ts';
import { type FilesId, createBucketId, createFolderId, createMovingId } from '../platform/storage/files-id.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import { createMovingStorage } from '../platform/storage/move-files.ts';
import { checkInstallation } from '../settings/check-installation.ts';
import type { Config } from './config.ts';

interface Files {
  photos: Storage;
  /** The list of erasures, kept apart from database and photos, so that no restore of either loses it. */
  erasures: Storage;
  exports: Storage;
}

interface OpenFiles extends Files {
  id: FilesId;
  /** What `npm run photos -- move` moves; undefined unless files are kept in both places. */
  move?: { folders: Files; buckets: Files; id: ReturnType<typeof createMovingId> };
}

/** Opens the storages of a process: folders of the data folder, a bucket, or both while files move to the bucket. */
export async function openFiles({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, log: Log): Promise<OpenFiles> {
  const inFolder = (name: string): Storage => createDiskStorage(join(dataDir, name));
  const folders = { photos: inFolder('photos'), erasures: inFolder('erasures'), exports: inFolder('exports') };
  const folderId = createFolderId(dataDir);
  if (!s3) return { ...folders, id: folderId };
  // The vendor's client is large, and only installations with a bucket load it.
  const { createS3Storage, openBucket } = await import('../platform/storage/s3-storage.ts');
  const bucket = openBucket(s3, { waitingFolder: join(dataDir, 'uploads'), log });
  const buckets = {
    photos: createS3Storage(bucket, 'photos', { makeProbe: makePhotoProbe, presigns: s3.accel }),
    // Nobody who gets hold of the key should be able to remove an erasure. So all processes write the same probe.
    erasures: createS3Storage(bucket, 'erasures', { removes: false, makeProbe: () => '00/probe' }),
    exports: createS3Storage(bucket, 'exports', { makeProbe: () => exportKey(toId(randomUUID())) }),
  };
  const installation = createS3Storage(bucket, 'installation');
  if (!s3.alsoDisk) return { ...buckets, id: createBucketId(installation) };
  const id = createMovingId(folderId, installation);
  return {
    photos: createMovingStorage(folders.photos, buckets.photos),
    erasures: createMovingStorage(folders.erasures, buckets.erasures),
    exports: createMovingStorage(folders.exports, buckets.exports),
    id,
    move: { folders, buckets, id },
  };
}

/** Makes the name of a picture without a row: `npm run photos -- sweep` removes it if the process ends before. */
function makePhotoProbe(): string {
  return fileKey({ kind: 'member', id: toId(randomUUID()) }, toId(randomUUID()), 'full');
}

/**
 * Throws unless the files are those of the database, nobody without a key can use them, and neither comes from a backup
 * that nobody has declared. Returns their id, as `checkInstallation` does. Nodes and commands of staff begin with it.
 */
export async function checkFiles(context: AppContext, { isDeclaring = false } = {}): Promise<string | null> {
  const id = await checkInstallation(context);
  await checkStorages(context);
  if (!isDeclaring) await refuseUndeclaredRestore(context);
  return id;
}
