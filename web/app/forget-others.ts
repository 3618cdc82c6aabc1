import { keepRecordsOf } from './database.ts';
import { keepPhotosOf } from './photo-cache.ts';

/** Removes what database and caches hold of any other member; of everybody when nobody is logged in. */
export async function forgetOthers(member: string | null): Promise<void> {
  await Promise.all([
    'indexedDB' in window && keepRecordsOf(member),
    // Only where the site is served securely.
    'caches' in window && keepPhotosOf(member),
  ]);
}
