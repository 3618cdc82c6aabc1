import type { QueryClient, UseMutationOptions } from '@tanstack/react-query';

import type { ProfileSummary } from '../../contract/members.ts';
import { call } from '../call.ts';
import { errorText } from '../errors.ts';
import { likesQuery } from '../queries.ts';
import type { Say } from '../sentences.tsx';
import { showToast } from '../ui/toast.ts';
import { forgetChatWith } from './list/list-paging.ts';

type Options = UseMutationOptions<unknown, Error, ProfileSummary>;

/** Blocks a member: conversation and likes between both go (specification, section 4). */
export function blocking(queries: QueryClient, say: Say): Options {
  return {
    mutationFn: ({ id }) => call('blockMember', { profile: id }),
    onSuccess: (_answer, profile) => {
      forgetChatWith(queries, profile.id);
      refetchMembers(queries);
      showToast({ children: say('chat.block-done', { name: profile.name }) });
    },
    onError: (error) => void showToast({ tone: 'danger', children: errorText(say, error) }),
  };
}

/** Lifts a block. */
export function unblocking(queries: QueryClient, say: Say): Options {
  return {
    mutationFn: ({ id }) => call('unblockMember', { profile: id }),
    onSuccess: (_answer, profile) => {
      for (const name of ['chat', 'chat-with']) void queries.invalidateQueries({ queryKey: [name] });
      refetchMembers(queries);
      showToast({ children: say('chat.unblock-done', { name: profile.name }) });
    },
    onError: (error) => void showToast({ tone: 'danger', children: errorText(say, error) }),
  };
}

/** What shows a block elsewhere: the lists of likes and members, and the member's own page. */
function refetchMembers(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: likesQuery.queryKey });
  for (const name of ['profile', 'profiles', 'blocks']) void queries.invalidateQueries({ queryKey: [name] });
}
