import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { refetchEveryMs, refetchEveryWithPushMs, refetchFirstMs } from '../../contract/shell/limits.ts';
import { keptPush } from '../notifications/kept-push.ts';
import { readKept } from '../chat/member-storage.ts';
import { chatsQuery } from '../cache/chats-pages.ts';
import { likesQuery } from '../cache/likes-pages.ts';
import { userQuery } from '../platform/queries.ts';

/**
 * Refetches user, chats and likes 5 s after the start and every 60 s, or every 300 s if the browser gets pushes,
 * while a member is logged in (specification, section 9), in case the live channel missed something or a push was
 * lost. A refresh that falls due while the page is hidden waits until it is visible.
 */
export function useRefresh(): void {
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const member = user?.id;
  useEffect(() => {
    if (!member) return undefined;
    let timer = setTimeout(refresh, refetchFirstMs);
    let isDue = false;
    function refresh(): void {
      isDue = document.hidden;
      if (isDue) return;
      void queries.refetchQueries({ queryKey: userQuery.queryKey });
      // Pages that show these lists report errors; here the next round tries again.
      void queries.prefetchQuery({ ...chatsQuery, staleTime: 0 });
      void queries.prefetchQuery({ ...likesQuery, staleTime: 0 });
      // Read each time: pushes are turned on and off while the page is open.
      timer = setTimeout(refresh, readKept(member as string, keptPush) ? refetchEveryWithPushMs : refetchEveryMs);
    }
    const life = new AbortController();
    document.addEventListener('visibilitychange', () => isDue && refresh(), life);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [member, queries]);
}
