import { buffer } from 'node:stream/consumers';

import type { AppContext } from '../context.ts';
import { findRelationship } from '../members/visibility/find-relationships.ts';
import { showsPhotoToVisitors, deriveSight } from '../members/visibility/rules.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import { shownPhotos } from './list-photos.ts';
import { findOwner, listPhotos, findChatPhoto, findServable } from './queries.ts';
import { type PictureOwner, type Variant, getPhotosMax, servingStatus } from './rules.ts';
import { fileKey } from './picture-files.ts';

type StorageContext = Pick<AppContext, 'storage'>;

/** Returns the largest size as WebP; undefined if the viewer may not see it. */
export async function copyPhoto(
  context: StorageContext,
  reader: Reader,
  { owner, photoId }: Pick<PictureRequest, 'owner' | 'photoId'>,
  { site, viewer }: { site: Site; viewer: { id: MemberId; paid: boolean } },
): Promise<Buffer | undefined> {
  const status = await findServingStatus(reader, site, { owner, photoId, variant: 'full' }, viewer);
  return status === 200 ? readFull(context, owner, photoId) : undefined;
}

async function readFull({ storage }: StorageContext, owner: PictureOwner, photoId: PhotoId) {
  const file = await storage.open(fileKey(owner, photoId, 'full'));
  return file && buffer(file.stream);
}

export async function findPhotoOwner(reader: Reader, photoId: PhotoId): Promise<MemberId | undefined> {
  return (await reader.first(findOwner, { photoId }))?.member_id;
}

/** Returns the photos that the viewer sees unblurred, in full size. The caller checks the owner's visibility. */
export async function copyPhotos(
  context: StorageContext,
  reader: Reader,
  ownerId: MemberId,
  { viewer, only }: { viewer: { paid: boolean }; only?: readonly (string | null)[] | undefined },
): Promise<{ photoId: PhotoId; picture: Buffer }[]> {
  const rows = await reader.all(listPhotos, { memberId: ownerId });
  const copies: { photoId: PhotoId; picture: Buffer }[] = [];
  for (const { photo_id: photoId, locked } of shownPhotos(rows, { paid: viewer.paid, isMember: true })) {
    if (locked || only?.includes(photoId) === false) continue;
    const picture = await readFull(context, { kind: 'member', id: ownerId }, photoId);
    if (picture) copies.push({ photoId, picture });
  }
  return copies;
}

export interface PictureRequest {
  owner: PictureOwner;
  photoId: PhotoId;
  variant: Variant;
}

export async function findServingStatus(
  reader: Reader,
  site: Site,
  { owner, photoId, variant }: PictureRequest,
  viewer: { id: MemberId; paid: boolean } | undefined,
): Promise<200 | 403 | 404> {
  const viewerId = viewer?.id ?? null;
  if (owner.kind === 'chat') {
    const photo = await reader.first(findChatPhoto, { conversationId: owner.id, photoId, viewerId });
    if (photo?.blocked) return 403;
    return photo?.kept ? 200 : 404;
  }
  const [photo, relationship] = await Promise.all([
    reader.first(findServable, { memberId: owner.id, photoId }),
    findRelationship(reader, { viewerId, otherId: owner.id, site }),
  ]);
  if (!photo || !relationship) return 404;
  const sight = deriveSight(relationship);
  const facts = { ...photo, sight, shown: getPhotosMax(photo), forVisitors: showsPhotoToVisitors(photo) };
  const looker = { own: viewerId === owner.id, paid: viewer?.paid ?? false, isMember: viewerId !== null };
  return servingStatus(facts, looker, variant);
}
