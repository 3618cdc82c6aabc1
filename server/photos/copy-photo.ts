import { buffer } from 'node:stream/consumers';

import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import { type PictureRequest, findServingStatus } from './find-serving-status.ts';
import { shownPhotos } from './present.ts';
import { findOwner, listPhotos } from './queries.ts';
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

/** Whose photo it is, whoever may see it; undefined where there is none. */
export async function ownerOfPhoto(reader: Reader, photoId: string): Promise<string | undefined> {
  return (await reader.first(findOwner, { photoId }))?.member_id;
}

/** A member's photos as another gets them in their largest size, in their order; those that they do not get are left out. */
export async function copyPhotos(
  context: Pick<AppContext, 'storage'>,
  reader: Reader,
  ownerId: string,
  looker: Parameters<typeof copyPhoto>[3],
): Promise<{ photoId: string; picture: Buffer }[]> {
  const copies: { photoId: string; picture: Buffer }[] = [];
  for (const { photo_id: photoId } of shownPhotos(await reader.all(listPhotos, { memberId: ownerId }), {
    isMember: true,
  })) {
    const picture = await copyPhoto(context, reader, { owner: { kind: 'member', id: ownerId }, photoId }, looker);
    if (picture) copies.push({ photoId, picture });
  }
  return copies;
}
