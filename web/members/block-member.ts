import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { OperationName } from '../../contract/calls.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { call } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { useSay } from '../platform/sentences.tsx';
import { showToast } from '../ui/toast.ts';

interface Member {
  id: string;
  name: string;
}

/** Blocks a member: the conversation and the likes between the two are deleted (specification, section 4). */
export function useBlockMember(done: 'members.blocked' | 'chat.block-done'): UseMutationResult<unknown, Error, Member> {
  return useBlockMutation('blockMember', 'blocked', done);
}

export function useUnblockMember(
  done: 'members.unblocked' | 'chat.unblock-done' | 'accounts.unblocked',
): UseMutationResult<unknown, Error, Member> {
  return useBlockMutation('unblockMember', 'unblocked', done);
}

function useBlockMutation(
  operation: Extract<OperationName, 'blockMember' | 'unblockMember'>,
  type: 'blocked' | 'unblocked',
  done: Parameters<typeof useBlockMember>[0] | Parameters<typeof useUnblockMember>[0],
): UseMutationResult<unknown, Error, Member> {
  const say = useSay();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Member) => call(operation, { profile: id }),
    onSuccess: (_answer, { id, name }) => {
      applyToCaches(queries, { type, profile: id });
      showToast({ children: say(done, { name }) });
    },
    onError: (error) => void showToast({ tone: 'danger', children: errorText(say, error) }),
  });
}
