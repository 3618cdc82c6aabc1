import { freePhotosMax, premiumPhotosMax } from '../../contract/photos/limits.ts';
import type { Sight } from '../members/visibility/rules.ts';

/** The sizes in which a picture is stored. `blurred` is shown for locked photos and has no detail finer than 24 px. */
export const variants = ['full', 'match', 'thumb', 'blurred'] as const;

export type Variant = (typeof variants)[number];

export function isVariant(text: string): text is Variant {
  return (variants as readonly string[]).includes(text);
}

/** The owner of a picture: a member's profile or a conversation. */
export interface PictureOwner {
  kind: 'member' | 'chat';
  id: string;
}

/** The most photos that a member may show (specification, section 9). Fictional members have the premium limit. */
export function getPhotosMax(member: { paid: boolean; fictional?: boolean }): number {
  return member.paid || member.fictional ? premiumPhotosMax : freePhotosMax;
}

export interface PhotoFacts {
  position: number;
  /** True for the first approved photo, which others see at any position. */
  main: boolean;
  status: string;
  /** True if a moderator has reviewed it, or the operator added it. */
  checked: boolean;
  fictional: boolean;
  /** The most photos that the owner may show. */
  shown: number;
  /** How much the viewer sees of the owner. */
  sight: Sight;
  /** True if the main photo is shown to visitors too. */
  forVisitors: boolean;
}

/**
 * True if others see the photo, clear or blurred: it is approved, and the main one or within the limit. Visitors see it
 * only after a review, even on sites that show photos to members before that.
 */
export function isPhotoShown(
  photo: Pick<PhotoFacts, 'main' | 'position' | 'shown' | 'status' | 'checked' | 'fictional'>,
  viewer: { isMember: boolean },
): boolean {
  if (!viewer.isMember && !isForEverybody(photo)) return false;
  return photo.status === 'approved' && (photo.main || photo.position < photo.shown);
}

/** True if a photo may be served without a login: reviewed, or of a fictional member. */
export function isForEverybody({ checked, fictional }: { checked: boolean; fictional: boolean }): boolean {
  return checked || fictional;
}

/**
 * The HTTP status for a photo requested with a valid link. Permissions are checked on every request, so a link made
 * before a block, a deletion or the end of premium stops working at once.
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

/** True if a viewer sees a shown photo unblurred. */
export function isUnlocked(
  photo: Pick<PhotoFacts, 'main' | 'forVisitors'>,
  viewer: { paid: boolean; isMember: boolean },
): boolean {
  return viewer.paid || (photo.main && (viewer.isMember || photo.forVisitors));
}
