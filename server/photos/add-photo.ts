import type { Handler } from '../platform/handler.ts';
import { must } from '../platform/failure.ts';
import { savePhoto } from './save-photo.ts';
import { listOwnPhotos } from './list-own-photos.ts';

/**
 * Adds a photo to the member's own profile (specification, sections 6 and 9): at most 3, or 25 with premium, even when
 * calls race. It starts as pending on sites that approve photos before others see them. Throws photo.limit-free,
 * photo.limit, photo.type, photo.too-large, photo.unreadable.
 */
export const addPhoto: Handler<'addPhoto'> = async (input, { context, site, member }) => {
  const photoId = await savePhoto(context, member.id, input.photo, site.photoApproval);
  const photos = await listOwnPhotos(context, member.id);
  const photo = photos.find(({ id }) => id === photoId);
  // Missing if another tab has deleted it in the meantime.
  must(photo, 'photo.not-found');
  return { photos, photo };
};
