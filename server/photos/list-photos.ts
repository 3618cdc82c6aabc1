import type { OwnPhoto, ProfilePhoto } from '../../contract/members/operations.ts';
import type { PhotoRefusal } from '../../contract/photos/photo-rules.ts';
import type { AppContext } from '../context.ts';
import { showsPhotoToVisitors } from '../members/visibility/rules.ts';
import type { Reader } from '../platform/database/database.ts';
import { blurredLink, imageLinks } from './links.ts';
import { listPhotos, type PhotoRow } from './queries.ts';
import { isPhotoShown, isUnlocked, getPhotosMax } from './rules.ts';

/** Includes photos beyond the limit, which are kept, but hidden from everybody else. */
export async function listOwnPhotos(
  context: AppContext,
  memberId: MemberId,
  reader: Reader = context.database,
): Promise<OwnPhoto[]> {
  const rows = await reader.all(listPhotos, { memberId });
  const [row] = rows;
  return row ? presentOwnPhotos(context, memberId, rows, getPhotosMax(row)) : [];
}

export type OwnPhotoRow = Pick<PhotoRow, 'photo_id' | 'position' | 'status' | 'refusal'>;

/** Presents a member's photos to the member. `shown`: how many others may see. */
export function presentOwnPhotos(
  context: AppContext,
  memberId: MemberId,
  rows: readonly OwnPhotoRow[],
  shown: number,
): OwnPhoto[] {
  const owner = { kind: 'member', id: memberId } as const;
  return rows.map((row) => ({
    id: row.photo_id,
    main: row.position === 0,
    position: row.position,
    hidden: row.position >= shown,
    image: imageLinks(context, owner, row.photo_id, row.status, memberId),
    refusal: row.refusal as PhotoRefusal | null,
  }));
}

/**
 * Lists the photos of a profile as the viewer may see them. The owner and premium members see all photos, everybody
 * else the main one clear and the others locked (specification, section 6). Visitors see the main one locked unless its
 * owner shows it, and none without a review.
 */
export async function listProfilePhotos(
  context: AppContext,
  ownerId: MemberId,
  viewer: { id: MemberId; paid: boolean } | null,
): Promise<ProfilePhoto[]> {
  const owner = { kind: 'member', id: ownerId } as const;
  const viewerId = viewer?.id ?? null;
  const looker = { paid: viewer !== null && (viewer.paid || viewer.id === ownerId), isMember: viewer !== null };
  const rows = await context.database.all(listPhotos, { memberId: ownerId });
  return shownPhotos(rows, looker).map(({ photo_id: id, main, locked, status }) => ({
    id,
    main,
    locked,
    image: locked ? null : imageLinks(context, owner, id, status, viewerId),
    blurred: locked ? blurredLink(context, owner, id, viewerId) : null,
  }));
}

export function shownPhotos(rows: readonly PhotoRow[], viewer: { paid: boolean; isMember: boolean }) {
  return rows.flatMap((row) => {
    const main = row.photo_id === row.main_photo;
    if (!isPhotoShown({ ...row, main, shown: getPhotosMax(row) }, viewer)) return [];
    return { ...row, main, locked: !isUnlocked({ main, forVisitors: showsPhotoToVisitors(row) }, viewer) };
  });
}
