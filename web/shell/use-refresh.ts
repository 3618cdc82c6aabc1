import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { refetchEveryMs, refetchFirstMs } from '../../contract/limits.ts';
import { chatsQuery, likesQuery, userQuery } from '../queries.ts';

/**
 * The safety net under the live channel (specification, section 9): user, chats and likes are fetched again 5 s after
 * the start and every 60 s while a member is logged in.
 */
export function useRefresh(): void {
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const loggedIn = Boolean(user);
  useEffect(() => {
    if (!loggedIn) return undefined;
    const refresh = (): void => {
      void queries.refetchQueries({ queryKey: userQuery.queryKey });
      // A page that shows these lists tells when they fail; here the next round tries again.
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
