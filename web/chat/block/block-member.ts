import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { ProfileSummary } from '../../../contract/members/operations.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { call } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { showToast } from '../../ui/toast.ts';

type Member = Pick<ProfileSummary, 'id' | 'name'>;

/**
 * Blocks a member or lifts the block, and then says `done`. A block deletes the conversation and the likes between the
 * two (specification, section 4).
 */
export function useBlocking(
  operation: 'blockMember' | 'unblockMember',
  done: SentenceId,
): UseMutationResult<unknown, Error, Member> {
  const say = useSay();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Member) => call(operation, { profile: id }),
    onSuccess: (_result, { id, name }) => {
      applyToCaches(queries, { type: operation === 'blockMember' ? 'blocked' : 'unblocked', profile: id });
      showToast({ children: say(done, { name }) });
    },
    onError: (error) => void showToast({ tone: 'danger', children: errorText(say, error) }),
  });
}
