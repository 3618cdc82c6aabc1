import { useQuery } from '@tanstack/react-query';

import { chatsQuery, likesQuery, userQuery } from '../queries.ts';

/** What waits for the member: unread messages and new likes. The lists know it best; before they are loaded, the user does. */
export function useWaiting(): { unread: number; likes: number; total: number } {
  const { data: user } = useQuery(userQuery);
  const { data: chats } = useQuery({ ...chatsQuery, enabled: false });
  const { data: received } = useQuery({ ...likesQuery, enabled: false });
  if (!user) return { unread: 0, likes: 0, total: 0 };
  const unread = chats?.reduce((sum, chat) => sum + chat.num_unread_messages, 0) ?? user.unread_messages;
  const likes = received?.liked_by.filter((like) => like.like_new).length ?? user.new_likes;
  return { unread, likes, total: unread + likes };
}
