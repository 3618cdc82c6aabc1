import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { refetchEveryMs, refetchFirstMs } from '../../contract/limits.ts';
import { chatsQuery, likesQuery, userQuery } from '../queries.ts';

/**
 * Refetches user, chats and likes 5 s after the start and every 60 s while a member is logged in (specification,
 * section 9), in case the live channel missed something.
 */
export function useRefresh(): void {
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const loggedIn = Boolean(user);
  useEffect(() => {
    if (!loggedIn) return undefined;
    const refresh = (): void => {
      void queries.refetchQueries({ queryKey: userQuery.queryKey });
      // Pages that show these lists report errors; here the next round tries again.
      void queries.prefetchQuery({ ...chatsQuery, staleTime: 0 });
      void queries.prefetchQuery({ ...likesQuery, staleTime: 0 });
    };
    const first = setTimeout(refresh, refetchFirstMs);
    const every = setInterval(refresh, refetchEveryMs);
    return () => {
      clearTimeout(first);
      clearInterval(every);
    };
  }, [loggedIn, queries]);
}
