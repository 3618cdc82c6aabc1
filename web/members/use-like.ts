import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import type { ProfileSummary } from '../../contract/members/operations.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { call } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { queueMatch } from '../live/matches.ts';
import { likesQuery } from '../cache/likes-pages.ts';
import { userQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { showToast } from '../ui/toast.ts';
import { useJoin } from './use-join.ts';

/**
 * Likes a member or takes the like back: shown at once, undone if the server refuses. `likes` announces matches.
 * Visitors are asked to join. Needs the sentences of `members`.
 */
export function useLike(): (member: ProfileSummary) => void {
  const say = useSay();
  const queries = useQueryClient();
  const join = useJoin();
  const { data: user } = useQuery(userQuery);

  const show = (member: ProfileSummary, liked: boolean): void =>
    applyToCaches(queries, { type: 'like-given', id: member.id, profile: liked ? { ...member, liked } : null });
  const like = useMutation({
    mutationFn: async ({ id, liked }: ProfileSummary) => {
      if (liked) return { match: false, ...(await call('removeLike', { profile: id })) };
      return call('addLike', { profile: id });
    },
    onMutate: (member) => show(member, !member.liked),
    onSuccess: ({ match }, member) => {
      if (!match) return;
      const profile = { ...member, liked: true };
      applyToCaches(queries, { type: 'match', profile });
      queueMatch(profile);
    },
    onError: (error, member) => {
      show(member, member.liked);
      // Only the server knows the like's position in lists that are not fully loaded.
      void queries.invalidateQueries({ queryKey: likesQuery.queryKey });
      showToast({ tone: 'danger', children: errorText(say, error) });
    },
  });
  return (member) => (user ? like.mutate(member) : join.ask());
}
