import { type Installation, type Verdict, fault, good } from '../checks.ts';
import type { AppContext } from '../context.ts';
import { StartError } from '../platform/database/check-database.ts';
import { probePicture } from './probe-picture.ts';

type Files = Pick<AppContext, 'storage' | 'exports' | 'erasures'>;

/** Throws a `StartError` if anybody without a key can read, list, write or remove what is stored. */
export async function checkStorages({ storage, exports, erasures }: Files): Promise<void> {
  for (const one of [storage, exports, erasures]) await one.check();
}

/** Checks every night what each start checks: somebody may open a bucket while the nodes run for months. */
export async function watchStorages({ log, ...files }: Files & Pick<AppContext, 'log'>): Promise<void> {
  await checkStorages(files).catch((error: unknown) => {
    // The job is run again after any other.
    if (!(error instanceof StartError)) throw error;
    log.error({ event: 'storage.public', err: error.message }, 'others can use the bucket');
  });
}

/**
 * Writes, reads and removes a probe, with and without our key, as every start does. With MEDIA_ACCEL=1, also fetches a
 * picture through nginx.
 */
export async function checkBucket({ config, openFiles }: Installation): Promise<readonly Verdict[]> {
  const { s3, publicOrigin, secret } = config;
  if (s3 === null) return [];
  const { photos, exports, erasures } = await openFiles();
  await checkStorages({ storage: photos, exports, erasures });
  const found = [good(`${s3.bucket} takes our files, and nobody else can use it`)];
  if (!photos.presign || publicOrigin === null || secret === null) return found;
  const wrong = await probePicture(photos, publicOrigin, secret);
  return [...found, wrong === null ? good('nginx fetches pictures from it') : fault(wrong)];
}
