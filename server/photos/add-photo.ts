import type { Handler } from '../platform/handler.ts';
import { must } from '../platform/failure.ts';
import { savePhoto } from './save-photo.ts';
import { listOwnPhotos } from './list-own-photos.ts';

/**
 * Adds a photo to the own profile (specification, sections 6 and 9): at most 3, with premium 25, however many calls
 * race. Throws photo.limit-free, photo.limit, photo.type, photo.too-large, photo.unreadable.
 */
export const addPhoto: Handler<'addPhoto'> = async (input, { context, member }) => {
  // JSON can claim to carry a file; only a multipart body does.
  must(input.photo?.bytes instanceof Uint8Array, 'photo.type');
  const photoId = await savePhoto(context, member.id, input.photo.bytes);
  const photos = await listOwnPhotos(context, member.id);
  const photo = photos.find(({ id }) => id === photoId);
  // Deleted again by another tab in the meantime.
  must(photo, 'photo.not-found');
  return { photos, photo };
};
