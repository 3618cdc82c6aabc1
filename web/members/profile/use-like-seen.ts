import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Profile } from '../../../contract/members.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';

/** Opening a profile clears the new mark of that member's like (specification, section 4): the server did, so does the cache. */
export function useLikeSeen({ id, likes_you: likesYou }: Profile): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!likesYou) return;
    applyToCaches(queries, { type: 'like-seen', profile: id });
  }, [queries, id, likesYou]);
}
