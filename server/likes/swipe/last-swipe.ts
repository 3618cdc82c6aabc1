import type { Reader } from '../../platform/database/database.ts';
import { findSwipe } from './queries.ts';
import type { LastSwipe, SwipeDay } from './swipe-day.ts';

/** The day's last swipe, if it can be undone: no like that matched, was followed by a message, or was given again. */
export async function findLast(reader: Reader, memberId: string, { last }: SwipeDay): Promise<LastSwipe | null> {
  if (last === null) return null;
  const swipe = await reader.first(findSwipe, { memberId, profileId: last });
  return swipe && !swipe.stands ? { profileId: last, liked: swipe.liked } : null;
}
