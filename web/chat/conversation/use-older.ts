import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { call } from '../../call.ts';
import { type More, useMore } from '../../use-more.ts';
import { loadOlder } from '../chat-queries.ts';

/** Loads older messages when `edge` comes near the screen, or when asked. */
export function useOlder(conversation: string | null, hasOlder: boolean): More {
  const queries = useQueryClient();
  const load = useCallback(
    async () => (conversation === null ? undefined : loadOlder(queries, call, conversation)),
    [queries, conversation],
  );
  return useMore(hasOlder, load);
}
