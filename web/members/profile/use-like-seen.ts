import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Profile } from '../../../contract/members.ts';
import { applyToLikes } from '../../live/apply-to-likes.ts';
import { likesQuery, userQuery } from '../../queries.ts';

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
    queries.setQueryData(likesQuery.queryKey, applyToLikes(known, { type: 'like-seen', profile: id }));
  }, [queries, id, likesYou]);
}
