import type { AppContext } from '../context.ts';
import { StartError } from '../platform/database/check-database.ts';

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
