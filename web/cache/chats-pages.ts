import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type { Chats } from '../../contract/chat/operations.ts';
import { chatsPageSize } from '../../contract/chat/limits.ts';
import type { Call } from '../platform/call.ts';
import { callFrom } from '../platform/queries.ts';
import { keys } from '../platform/query-keys.ts';
import { loadMore, pagesFor } from './list-pages.ts';

/** Appends the next page. A conversation that has moved to the top since is not repeated. */
export function withNextPage(known: Chats, page: Chats): Chats {
  const listed = new Set(known.chats.map((entry) => entry.conversation.id));
  const came = new Set(page.chats.map((entry) => entry.conversation.id));
  return {
    chats: [...known.chats, ...page.chats.filter((entry) => !listed.has(entry.conversation.id))],
    before: page.before,
    unread: known.unread.filter((other) => !came.has(other.conversation)),
  };
}

/** Fetches the latest conversations, in as many pages as are `known`. */
export async function fetchChats(call: Call, signal: AbortSignal, known: () => Chats | undefined): Promise<Chats> {
  const wanted = (): number => {
    const loaded = known();
    return loaded ? pagesFor(loaded.chats.length, chatsPageSize, loaded.before) : 1;
  };
  let chats = await call('listChats', {}, { signal });
  for (let pages = 1; chats.before !== null && pages < wanted(); pages += 1)
    chats = withNextPage(chats, await call('listChats', { before: chats.before }, { signal }));
  return chats;
}

/** The loaded conversations: the latest, and more after scrolling. */
export const chatsQuery = queryOptions({
  queryKey: keys.chats,
  queryFn: (context): Promise<Chats> =>
    fetchChats(callFrom(context), context.signal, () => context.client.getQueryData(keys.chats)),
});

export function loadMoreChats(queries: QueryClient, call: Call): Promise<void> {
  return loadMore<Chats, Chats>(queries, {
    queryKey: keys.chats,
    beforeOf: ({ before }) => before,
    fetch: (before) => call('listChats', { before }),
    merge: withNextPage,
  });
}
