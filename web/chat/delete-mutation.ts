import type { QueryClient, UseMutationOptions } from '@tanstack/react-query';

import { CallError, call } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { withoutConversation } from '../cache/chat-effects.ts';
import { chatsQuery } from '../cache/chats-pages.ts';
import type { Say } from '../platform/sentences.tsx';

interface Deletion {
  conversation: string;
}

/**
 * Deletes a conversation: it leaves the list at once, then the call is made. If the call fails, `onFailed` gets the
 * sentence for an alert and the list is loaded again (specification, section 4).
 */
export function deleting(
  queries: QueryClient,
  say: Say,
  onFailed: (sentence: string) => void,
): UseMutationOptions<unknown, Error, Deletion> {
  return {
    mutationFn: ({ conversation }) => call('deleteChat', { conversation }),
    onMutate: async ({ conversation }) => {
      await queries.cancelQueries({ queryKey: chatsQuery.queryKey });
      queries.setQueryData(chatsQuery.queryKey, (chats) => chats && withoutConversation(chats, conversation));
    },
    onSuccess: (_answer, { conversation }) => applyToCaches(queries, { type: 'conversation-deleted', conversation }),
    onError: (error) => {
      const refused = error instanceof CallError && error.status < 500;
      onFailed(refused ? errorText(say, error) : say('errors.chat.delete-failed'));
      void queries.invalidateQueries({ queryKey: chatsQuery.queryKey });
    },
  };
}
