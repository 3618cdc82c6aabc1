import type { Image, Profile } from '../../../contract/members.ts';

type Photos = Pick<Profile, 'main_image' | 'photos'>;

/** The pictures that the viewer may open, the main one first. */
export function openPhotos({ main_image, photos }: Photos): Image[] {
  const others = photos.flatMap((photo) => (photo.image && !photo.main && !photo.locked ? [photo.image] : []));
  return main_image ? [main_image, ...others] : others;
}

/** How many pictures stand behind glass. */
export function countLocked({ photos }: Photos): number {
  return photos.filter((photo) => photo.locked).length;
}
