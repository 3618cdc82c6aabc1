import { findRelationship } from '../members/visibility/find-relationships.ts';
import { showsPhotoToVisitors, deriveSight } from '../members/visibility/rules.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import { findChatPhoto, findServable } from './queries.ts';
import { type PictureOwner, type Variant, getPhotosMax, servingStatus } from './rules.ts';

export interface PictureRequest {
  owner: PictureOwner;
  photoId: string;
  variant: Variant;
}

/** Returns the HTTP status for a viewer (undefined: a visitor) who requests a picture now. */
export async function findServingStatus(
  reader: Reader,
  site: Site,
  picture: PictureRequest,
  viewer: { id: string; paid: boolean } | undefined,
): Promise<200 | 403 | 404> {
  const viewerId = viewer?.id ?? null;
  const { owner, photoId } = picture;
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
  const facts = {
    ...photo,
    sight: deriveSight(relationship),
    shown: getPhotosMax(photo),
    forVisitors: showsPhotoToVisitors(photo),
  };
  const looker = { own: viewerId === owner.id, paid: viewer?.paid ?? false, isMember: viewerId !== null };
  return servingStatus(facts, looker, picture.variant);
}
