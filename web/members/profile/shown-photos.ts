import type { Image, Profile } from '../../../contract/members/operations.ts';

type Photos = Pick<Profile, 'main_image' | 'main_blurred' | 'photos'>;

/** A picture of a profile: open, or locked with only the server's blurred version. */
export interface ShownPhoto {
  key: string;
  image: Image | null;
  blurred: string | null;
}

/** The pictures of a profile in order, the main one first, locked ones included. */
export function listShownPhotos({ main_image: main, main_blurred: blurred, photos }: Photos): ShownPhoto[] {
  const others = photos
    .filter((photo) => !photo.main)
    .map((photo) => ({ key: photo.id, image: photo.locked ? null : photo.image, blurred: photo.blurred }));
  return main || blurred !== null ? [{ key: 'main', image: main, blurred }, ...others] : others;
}

/** The pictures that the viewer may open, the main one first. */
export function openPhotos(profile: Photos): Image[] {
  return listShownPhotos(profile).flatMap(({ image }) => image ?? []);
}

/** The ids of the pictures that the viewer may open, in the same order. */
export function openPhotoIds({ photos }: Pick<Profile, 'photos'>): string[] {
  const open = photos.filter(({ locked }) => !locked).toSorted((a, b) => Number(b.main) - Number(a.main));
  return open.map(({ id }) => id);
}

/** The number of locked pictures. */
export function countLocked({ photos }: Pick<Profile, 'photos'>): number {
  return photos.filter((photo) => photo.locked).length;
}
