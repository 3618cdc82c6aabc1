import { freePhotosMax, premiumPhotosMax } from '../../contract/limits.ts';
import type { Sight } from '../members/visibility/rules.ts';

/** The sizes a picture is kept in, by the longest edge in pixels. `blurred` is the locked one: no detail finer than 24 px. */
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

/** How many photos a member may show (specification, section 9). Profiles run by the house are not sold anything. */
export function photosMaxOf(member: { paid: boolean; fictional?: boolean }): number {
  return member.paid || member.fictional ? premiumPhotosMax : freePhotosMax;
}

/** What serving one variant of a member's photo depends on. */
export interface PhotoFacts {
  position: number;
  status: string;
  /** How many photos its owner may show. */
  shown: number;
  /** What the viewer may see of its owner. */
  sight: Sight;
}

/**
 * The status with which a photo is served to a viewer whose link is genuine: rights are judged again at every
 * request, so a link made before a block, a deletion or the end of premium opens nothing.
 */
export function servingStatus(
  photo: PhotoFacts,
  viewer: { own: boolean; paid: boolean },
  variant: Variant,
): 200 | 403 | 404 {
  if (viewer.own) return 200;
  if (photo.sight === 'blocked') return 403;
  const gone = photo.sight !== 'full' || photo.status !== 'approved' || photo.position >= photo.shown;
  if (gone) return 404;
  const locked = photo.position > 0 && !viewer.paid && variant !== 'blurred';
  return locked ? 403 : 200;
}
