import { freePhotosMax, premiumPhotosMax } from '../../contract/limits.ts';
import type { Sight } from '../members/visibility/rules.ts';

/** The sizes in which a picture is stored. `blurred` is shown for locked photos and has no detail finer than 24 px. */
export const variants = ['full', 'match', 'thumb', 'blurred'] as const;

export type Variant = (typeof variants)[number];

export function isVariant(text: string): text is Variant {
  return (variants as readonly string[]).includes(text);
}

/** Whose picture it is: a member's profile or a conversation. */
export interface PictureOwner {
  kind: 'member' | 'chat';
  id: string;
}

/** How many photos a member may show (specification, section 9); a fictional one as many as a premium member. */
export function photosMaxOf(member: { paid: boolean; fictional?: boolean }): number {
  return member.paid || member.fictional ? premiumPhotosMax : freePhotosMax;
}

/** The facts that decide whether a member's photo is served. */
export interface PhotoFacts {
  position: number;
  /** The first photo that is approved: others see it, wherever it is. */
  main: boolean;
  status: string;
  /** A moderator has looked at it, or it is the operator's own. */
  checked: boolean;
  fictional: boolean;
  /** How many photos the owner may show. */
  shown: number;
  /** What the viewer may see of the owner. */
  sight: Sight;
  /** Whether the main photo is shown to visitors too. */
  forVisitors: boolean;
}

/**
 * Whether others see a photo at all, and be it blurred: approved, and the main one or within the limit. For visitors also
 * looked at, whatever the site lets its members see before.
 */
export function isPhotoShown(
  photo: Pick<PhotoFacts, 'main' | 'position' | 'shown' | 'status' | 'checked' | 'fictional'>,
  viewer: { isMember: boolean },
): boolean {
  if (!viewer.isMember && !isForEverybody(photo)) return false;
  return photo.status === 'approved' && (photo.main || photo.position < photo.shown);
}

/** Whether a photo may leave the server without a login: no real member's that nobody has looked at. */
export function isForEverybody({ checked, fictional }: { checked: boolean; fictional: boolean }): boolean {
  return checked || fictional;
}

/**
 * The HTTP status for a photo requested with a valid link. Permissions are checked again on every request, so a link
 * made before a block, a deletion or the end of premium no longer works.
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

/** Whether a viewer gets a photo that is shown to others clear. */
export function isUnlocked(
  photo: Pick<PhotoFacts, 'main' | 'forVisitors'>,
  viewer: { paid: boolean; isMember: boolean },
): boolean {
  return viewer.paid || (photo.main && (viewer.isMember || photo.forVisitors));
}
