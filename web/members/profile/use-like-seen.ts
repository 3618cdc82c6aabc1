import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Profile } from '../../../contract/members/operations.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';

/** Clears the "new" mark of the member's like in the cache, as the server did (specification, section 4). */
export function useLikeSeen({ id, likes_you: likesYou }: Profile): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!likesYou) return;
    applyToCaches(queries, { type: 'like-seen', profile: id });
  }, [queries, id, likesYou]);
}
