import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Profile } from '../../../contract/members.ts';
import { call } from '../../call.ts';
import { forgetChatWith } from '../../chat/list/list-paging.ts';
import { errorText } from '../../errors.ts';
import { useSay } from '../../sentences.tsx';
import { showToast } from '../../ui/toast.ts';
import { changeMember, forgetMember, profileQuery } from '../members-queries.ts';

/**
 * Blocks a member or lifts the block (specification, section 4). A block deletes conversation and likes: they leave
 * the caches with it. A failed one can be tried again.
 */
export function useBlock({ id, name }: Profile): { block: () => Promise<boolean>; unblock: () => void; busy: boolean } {
  const say = useSay();
  const queries = useQueryClient();
  const fail = (error: unknown): void => {
    showToast({ tone: 'danger', children: errorText(say, error) });
  };
  const blocking = useMutation({
    mutationFn: () => call('blockMember', { profile: id }),
    onSuccess: () => {
      forgetMember(queries, id);
      changeMember(queries, id, { blocked: true, liked: false, likes_you: false, match: false, conversation: null });
      forgetChatWith(queries, id);
      showToast({ children: say('members.blocked', { name }) });
    },
    onError: fail,
  });
  const lifting = useMutation({
    mutationFn: () => call('unblockMember', { profile: id }),
    onSuccess: () => {
      changeMember(queries, id, { blocked: false });
      void queries.invalidateQueries({ queryKey: ['profiles'] });
      void queries.invalidateQueries({ queryKey: profileQuery(id).queryKey });
      showToast({ children: say('members.unblocked', { name }) });
    },
    onError: fail,
  });
  return {
    block: async () => {
      const done = await blocking.mutateAsync().catch(() => null);
      return done !== null;
    },
    unblock: () => lifting.mutate(),
    busy: blocking.isPending || lifting.isPending,
  };
}
