import type { Reader } from '../../platform/database/database.ts';
import { findSwipe } from './queries.ts';
import type { LastSwipe, SwipeDay } from './swipe-day.ts';

/**
 * The day's last swipe; null if there is none, or if it was a like that has become a match, was followed by a message
 * or was given again. Undoing such a like would end more than the swipe began.
 */
export async function findLast(reader: Reader, memberId: string, { last }: SwipeDay): Promise<LastSwipe | null> {
  if (last === null) return null;
  const swipe = await reader.first(findSwipe, { memberId, profileId: last });
  return swipe && !swipe.stands ? { profileId: last, liked: swipe.liked } : null;
}
