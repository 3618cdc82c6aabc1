import { buffer } from 'node:stream/consumers';

import type { AppContext } from '../context.ts';
import { showsPhotoToVisitors } from '../members/visibility/rules.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import { type PictureRequest, findServingStatus } from './find-serving-status.ts';
import { shownPhotos } from './present.ts';
import { findOwner, listPhotos } from './queries.ts';
import { isUnlocked } from './rules.ts';
import { storageKey } from './store-picture.ts';

/** Returns a picture's largest size (WebP), as served to the viewer; undefined if they may not see it. */
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

/** Returns the id of the photo's owner, without a visibility check; undefined if there is no such photo. */
export async function ownerOfPhoto(reader: Reader, photoId: string): Promise<string | undefined> {
  return (await reader.first(findOwner, { photoId }))?.member_id;
}

/**
 * Returns the owner's photos (those in `only`, if given) that the viewer sees unblurred, in order and in full size. The
 * caller checks that the viewer may see the owner.
 */
export async function copyPhotos(
  { storage }: Pick<AppContext, 'storage'>,
  reader: Reader,
  ownerId: string,
  { viewer, only }: { viewer: { paid: boolean }; only?: readonly (string | null)[] | undefined },
): Promise<{ photoId: string; picture: Buffer }[]> {
  const looker = { paid: viewer.paid, isMember: true };
  const clear = shownPhotos(await reader.all(listPhotos, { memberId: ownerId }), looker).filter((row) => {
    return isUnlocked({ main: row.photo_id === row.main_photo, forVisitors: showsPhotoToVisitors(row) }, looker);
  });
  const copies: { photoId: string; picture: Buffer }[] = [];
  for (const { photo_id: photoId } of clear) {
    if (only?.includes(photoId) === false) continue;
    const file = await storage.open(`${storageKey({ kind: 'member', id: ownerId }, photoId)}/full.webp`);
    if (file) copies.push({ photoId, picture: await buffer(file.stream) });
  }
  return copies;
}
