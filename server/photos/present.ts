import type { Image, OwnPhoto, ProfilePhoto } from '../../contract/members/operations.ts';
import type { PhotoRefusal } from '../../contract/photos/photo-rules.ts';
import { showsPhotoToVisitors } from '../members/visibility/rules.ts';
import type { PhotoRow } from './queries.ts';
import { isPhotoShown, isUnlocked, getPhotosMax } from './rules.ts';

export interface Links {
  image(photoId: string, status: Image['status']): Image;
  blurred(photoId: string): string;
}

/** A photo as its owner sees it. Photos beyond the limit are kept, but hidden from everybody else. */
export function toOwnPhoto(row: PhotoRow, links: Links): OwnPhoto {
  return {
    id: row.photo_id,
    main: row.position === 0,
    position: row.position,
    hidden: row.position >= getPhotosMax(row),
    image: links.image(row.photo_id, row.status),
    refusal: row.refusal as PhotoRefusal | null,
  };
}

/** A photo as another viewer sees it. A locked photo only has the blurred picture. */
export function toProfilePhoto(
  row: PhotoRow,
  viewer: { paid: boolean; isMember: boolean },
  links: Links,
): ProfilePhoto {
  const main = row.photo_id === row.main_photo;
  const locked = !isUnlocked({ main, forVisitors: showsPhotoToVisitors(row) }, viewer);
  return {
    id: row.photo_id,
    main,
    locked,
    image: locked ? null : links.image(row.photo_id, row.status),
    blurred: locked ? links.blurred(row.photo_id) : null,
  };
}

/** The photos of a profile that the viewer sees, clear or blurred. */
export function shownPhotos(rows: readonly PhotoRow[], viewer: { isMember: boolean }): PhotoRow[] {
  return rows.filter((row) =>
    isPhotoShown({ ...row, main: row.photo_id === row.main_photo, shown: getPhotosMax(row) }, viewer),
  );
}
