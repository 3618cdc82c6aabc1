import { freePhotosMax, premiumPhotosMax } from '../../contract/photos/limits.ts';
import type { Sight } from '../members/visibility/rules.ts';

/** `blurred` is shown for locked photos and has no detail finer than 24 px. */
export const variants = ['full', 'match', 'thumb', 'blurred'] as const;

export type Variant = (typeof variants)[number];

export type PictureOwner = { kind: 'member'; id: MemberId } | { kind: 'chat'; id: ConversationId };

/** Returns how many photos a member may have; fictional members have the premium limit (specification, section 9). */
export function getPhotosMax(member: { paid: boolean; fictional?: boolean }): number {
  return member.paid || member.fictional ? premiumPhotosMax : freePhotosMax;
}

export interface PhotoFacts {
  position: number;
  /** The first approved photo, which others see at any position. */
  main: boolean;
  status: string;
  /** A moderator reviewed the photo, or the operator added it. */
  checked: boolean;
  fictional: boolean;
  shown: number;
  sight: Sight;
  forVisitors: boolean;
}

/**
 * True if the viewer sees the photo: visitors only after a review, even on sites that show photos to members before
 * that.
 */
export function isPhotoShown(
  photo: Pick<PhotoFacts, 'main' | 'position' | 'shown' | 'status' | 'checked' | 'fictional'>,
  viewer: { isMember: boolean },
): boolean {
  if (!viewer.isMember && !isForEverybody(photo)) return false;
  return photo.status === 'approved' && (photo.main || photo.position < photo.shown);
}

/** True if a photo may be served without a login. */
export function isForEverybody({ checked, fictional }: { checked: boolean; fictional: boolean }): boolean {
  return checked || fictional;
}

/**
 * Returns the status of a request for a photo. Permissions are checked on every request: a link made before a block or
 * deletion stops working at once.
 */
export function servingStatus(
  photo: PhotoFacts,
  viewer: { own: boolean; paid: boolean; isMember: boolean },
  variant: Variant,
): 200 | 403 | 404 {
  if (photo.status === 'rejected') return viewer.own || photo.sight !== 'blocked' ? 404 : 403;
  if (viewer.own) return 200;
  if (photo.sight === 'blocked') return 403;
  const gone = photo.sight !== 'full' || !isPhotoShown(photo, viewer);
  if (gone) return 404;
  return variant === 'blurred' || isUnlocked(photo, viewer) ? 200 : 403;
}

export function isUnlocked(
  photo: Pick<PhotoFacts, 'main' | 'forVisitors'>,
  viewer: { paid: boolean; isMember: boolean },
): boolean {
  return viewer.paid || (photo.main && (viewer.isMember || photo.forVisitors));
}
