import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

import type { ProfileSummary } from '../../contract/members.ts';
import { call } from '../call.ts';
import { errorText } from '../errors.ts';
import { applyToLikes } from '../live/apply-to-likes.ts';
import { likesQuery, userQuery } from '../queries.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { showToast } from '../ui/toast.ts';
import { changeMember } from './members-queries.ts';
import { useJoin } from './use-join.ts';

/**
 * Likes a member or takes the like back: shown at once, taken back when the server refuses. A match is told with a
 * toast. A visitor is asked to join. Needs the part `members`.
 */
export function useLike(): (member: ProfileSummary) => void {
  const say = useSay();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const join = useJoin();
  const { data: user } = useQuery(userQuery);

  const show = (member: ProfileSummary, liked: boolean): void => {
    changeMember(queries, member.id, { liked });
    const event = { type: 'like-given', id: member.id, profile: liked ? { ...member, liked } : null } as const;
    queries.setQueryData(likesQuery.queryKey, (likes) => likes && applyToLikes(likes, event));
  };
  const like = useMutation({
    mutationFn: async ({ id, liked }: ProfileSummary) => {
      if (liked) return { match: false, ...(await call('removeLike', { profile: id })) };
      return call('addLike', { profile: id });
    },
    onMutate: (member) => show(member, !member.liked),
    onSuccess: ({ match }, { id, name }) => {
      changeMember(queries, id, { match });
      if (!match) return;
      showToast({
        tone: 'lit',
        title: say('members.match-toast', { name }),
        action: { label: say('members.match-open'), onPress: () => void navigate(pathTo('likes-m-id', { id })) },
      });
    },
    onError: (error, member) => {
      show(member, member.liked);
      // Where it stood in lists that are not loaded to their end, only the server knows.
      void queries.invalidateQueries({ queryKey: likesQuery.queryKey });
      showToast({ tone: 'danger', children: errorText(say, error) });
    },
  });
  return (member) => (user ? like.mutate(member) : join.ask());
}
