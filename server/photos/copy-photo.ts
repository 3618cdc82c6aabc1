import { buffer } from 'node:stream/consumers';

import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import { type PictureRequest, findServingStatus } from './find-serving-status.ts';
import { storageKey } from './store-picture.ts';

/** The bytes of a picture (WebP) as a member gets it in its largest size; undefined where they do not. */
export async function copyPhoto(
  { storage }: Pick<AppContext, 'storage'>,
  reader: Reader,
  { owner, photoId }: Pick<PictureRequest, 'owner' | 'photoId'>,
  { site, viewer }: { site: Site; viewer: { id: string; paid: boolean } },
): Promise<Buffer | undefined> {
  const status = await findServingStatus(reader, site, { owner, photoId, variant: 'full' }, viewer);
  if (status !== 200) return undefined;
  const file = await storage.open(`${storageKey(owner, photoId)}/full.webp`);
  return file && buffer(file.stream);
}
