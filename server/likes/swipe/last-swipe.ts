import { findRelationship } from '../../members/visibility/find-relationships.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { findSwipe } from './queries.ts';
import type { LastSwipe, SwipeDay } from './swipe-day.ts';

/**
 * The last swipe of the day, if it can be taken back. A like cannot once something came of it, a match or a conversation,
 * nor where the profile was liked anew since: both would end what the member has not begun with this swipe.
 */
export async function findLast(
  reader: Reader,
  { member, site }: Pick<MemberCall, 'member' | 'site'>,
  { last }: SwipeDay,
): Promise<LastSwipe | null> {
  if (last === null) return null;
  const swipe = await reader.first(findSwipe, { memberId: member.id, profileId: last });
  if (!swipe) return null;
  if (swipe.liked) {
    if (swipe.like_given_at && swipe.like_given_at > swipe.swiped_at) return null;
    const relationship = await findRelationship(reader, { viewerId: member.id, otherId: last, site });
    if (relationship?.liked_by_other || relationship?.conversation_id) return null;
  }
  return { profileId: last, liked: swipe.liked };
}
