import type { QueryClient, UseMutationOptions } from '@tanstack/react-query';

import { CallError, call } from '../call.ts';
import { errorText } from '../errors.ts';
import { applyToChats } from '../live/apply-event.ts';
import { chatsQuery } from '../queries.ts';
import type { Say } from '../sentences.tsx';
import { chatKey } from './chat-queries.ts';

interface Doomed {
  conversation: string;
}

/**
 * Deletes a conversation: it leaves the list at once, then the server is told. If that fails, `onFailed` gets the
 * sentence for an alert and the list is loaded again (specification, section 4).
 */
export function deleting(
  queries: QueryClient,
  say: Say,
  onFailed: (sentence: string) => void,
): UseMutationOptions<unknown, Error, Doomed> {
  const leave = (conversation: string): void =>
    void queries.setQueryData(
      chatsQuery.queryKey,
      (chats) => chats && applyToChats(chats, { type: 'conversation-gone', conversation }),
    );
  return {
    mutationFn: ({ conversation }) => call('deleteChat', { conversation }),
    onMutate: async ({ conversation }) => {
      await queries.cancelQueries({ queryKey: chatsQuery.queryKey });
      leave(conversation);
    },
    onSuccess: (_answer, { conversation }) => {
      // A page that was loaded meanwhile may still hold it.
      leave(conversation);
      queries.removeQueries({ queryKey: chatKey(conversation) });
      void queries.invalidateQueries({ queryKey: ['chat-with'] });
    },
    onError: (error) => {
      const refused = error instanceof CallError && error.status < 500;
      onFailed(refused ? errorText(say, error) : say('errors.chat.delete-failed'));
      void queries.invalidateQueries({ queryKey: chatsQuery.queryKey });
    },
  };
}
