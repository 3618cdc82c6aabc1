import { useQuery } from '@tanstack/react-query';

import type { Chats } from '../../contract/chat/operations.ts';
import type { Likes } from '../../contract/likes/operations.ts';
import { chatsQuery, likesQuery } from '../cache/list-pages.ts';
import { userQuery } from '../platform/calls/queries.ts';

export function countUnread({ chats, unread }: Chats): number {
  return [...chats, ...unread].reduce((sum, one) => sum + one.num_unread_messages, 0);
}

export function countNewLikes({ liked_by, new: others }: Likes): number {
  return liked_by.filter((like) => like.like_new).length + others.length;
}

/**
 * Returns the numbers of unread messages and new likes: counted in the lists, or taken from the user until those are
 * loaded.
 */
export function useUnreadCounts(): { unread: number; likes: number; total: number } {
  const { data: user } = useQuery(userQuery);
  const { data: chats } = useQuery({ ...chatsQuery, enabled: false });
  const { data: received } = useQuery({ ...likesQuery, enabled: false });
  if (!user) return { unread: 0, likes: 0, total: 0 };
  const unread = chats ? countUnread(chats) : user.unread_messages;
  const likes = received ? countNewLikes(received) : user.new_likes;
  return { unread, likes, total: unread + likes };
}
