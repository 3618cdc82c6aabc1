import type { Reader } from '../../platform/database/database.ts';
import { findSwipe } from './queries.ts';
import type { LastSwipe, SwipeDay } from './swipe-day.ts';

/**
 * The last swipe of the day, if it can be taken back. A like cannot once something came of it, a match or words, nor where
 * the profile was liked anew: a slip of the hand would end more than this swipe began.
 */
export async function findLast(reader: Reader, memberId: string, { last }: SwipeDay): Promise<LastSwipe | null> {
  if (last === null) return null;
  const swipe = await reader.first(findSwipe, { memberId, profileId: last });
  return swipe && !swipe.stands ? { profileId: last, liked: swipe.liked } : null;
}
