import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { call } from '../../platform/call.ts';
import { type More, useMore } from '../../platform/use-more.ts';
import { loadOlder } from '../chat-queries.ts';

/** Loads older messages when `edge` comes near the screen, or on request. */
export const useOlder = (conversation: string | null, hasOlder: boolean): More =>
  useMessages(conversation, hasOlder, loadOlder);

// Only a search opens a part.
const loadNewer: typeof loadOlder = async (...of) => (await import('../search/load-part.ts')).loadNewer(...of);

/** Loads the messages after a part of the conversation in the same way. */
export const useNewer = (conversation: string | null): More => useMessages(conversation, true, loadNewer);

function useMessages(conversation: string | null, has: boolean, more: typeof loadOlder): More {
  const queries = useQueryClient();
  const load = useCallback(
    async () => (conversation === null ? undefined : more(queries, call, conversation)),
    [queries, conversation, more],
  );
  return useMore(has, load);
}
