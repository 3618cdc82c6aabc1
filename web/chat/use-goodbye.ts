import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Chat } from '../../contract/chat/operations.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { call } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { useSay } from '../platform/sentences.tsx';
import { showToast } from '../ui/toast.ts';

/** Ends a conversation for both members with a kind line. */
export function useGoodbye(): UseMutationResult<unknown, Error, Chat> {
  const say = useSay();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ conversation, profile, credits }: Chat) => {
      const { message } = await call('sayGoodbye', { conversation: conversation?.id ?? '' });
      applyToCaches(queries, { type: 'message', message, profile, num_unread_messages: 0, credits });
    },
    onError: (error) => void showToast({ tone: 'danger', children: errorText(say, error) }),
  });
}
