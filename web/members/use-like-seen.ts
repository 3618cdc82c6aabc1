import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Profile } from '../../contract/members.ts';
import { likesQuery, userQuery } from '../queries.ts';

/** Opening a profile clears the new mark of that member's like (specification, section 4): the server did, so does the cache. */
export function useLikeSeen({ id, likes_you: likesYou }: Profile): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!likesYou) return;
    const known = queries.getQueryData(likesQuery.queryKey);
    if (!known) {
      void queries.invalidateQueries({ queryKey: userQuery.queryKey });
      return;
    }
    if (!known.liked_by.some((like) => like.id === id && like.like_new)) return;
    const seen = known.liked_by.map((like) => (like.id === id ? { ...like, like_new: false } : like));
    const liked_by = [...seen.filter((like) => like.like_new), ...seen.filter((like) => !like.like_new)];
    queries.setQueryData(likesQuery.queryKey, { ...known, liked_by });
  }, [queries, id, likesYou]);
}
