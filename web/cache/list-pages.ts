import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';

import { chatsPageSize } from '../../contract/chat/limits.ts';
import type { Chats } from '../../contract/chat/operations.ts';
import { type LikesList, likesLists } from '../../contract/likes/likes-lists.ts';
import { likesPageSize } from '../../contract/likes/limits.ts';
import type { Likes, ReceivedLike } from '../../contract/likes/operations.ts';
import type { Call } from '../platform/calls/call.ts';
import { callFrom, keys } from '../platform/calls/queries.ts';

/**
 * Returns how many pages to fetch again: a few new entries need no further one. Infinity if `before` is null: the list
 * was loaded to its end.
 */
function pagesFor(length: number, pageSize: number, before: string | null): number {
  return before === null ? Infinity : Math.max(1, Math.round(length / pageSize));
}

interface Paging<Data, Page> {
  queryKey: QueryKey;
  getBefore: (data: Data) => string | null;
  fetch: (before: string) => Promise<Page>;
  merge: (data: Data, page: Page) => Data;
}

/**
 * Loads the next page (`docs/decisions/0012`). One requested before a live event or a deletion is dropped and requested
 * again.
 */
async function loadMore<Data, Page>(queries: QueryClient, paging: Paging<Data, Page>): Promise<void> {
  for (;;) {
    const known = queries.getQueryState<Data>(paging.queryKey);
    const data = known?.data;
    const before = data && paging.getBefore(data);
    if (!before) return;
    const page = await paging.fetch(before);
    // Compares update counts, not data: an event about an entry that is not loaded leaves the data unchanged.
    if (queries.getQueryState(paging.queryKey)?.dataUpdateCount !== known.dataUpdateCount) continue;
    queries.setQueryData<Data>(paging.queryKey, paging.merge(data, page));
    return;
  }
}

/** Appends the next page. A conversation that has moved to the top since is not repeated. */
function withMoreChats(known: Chats, page: Chats): Chats {
  const listed = new Set(known.chats.map((entry) => entry.conversation.id));
  const came = new Set(page.chats.map((entry) => entry.conversation.id));
  return {
    chats: [...known.chats, ...page.chats.filter((entry) => !listed.has(entry.conversation.id))],
    before: page.before,
    unread: known.unread.filter((other) => !came.has(other.conversation)),
  };
}

export async function fetchChats(call: Call, signal: AbortSignal, known: () => Chats | undefined): Promise<Chats> {
  const countWanted = (): number => {
    const loaded = known();
    return loaded ? pagesFor(loaded.chats.length, chatsPageSize, loaded.before) : 1;
  };
  let chats = await call('listChats', {}, { signal });
  for (let pages = 1; chats.before !== null && pages < countWanted(); pages += 1)
    chats = withMoreChats(chats, await call('listChats', { before: chats.before }, { signal }));
  return chats;
}

export const chatsQuery = queryOptions({
  queryKey: keys.chats,
  queryFn: (context): Promise<Chats> =>
    fetchChats(callFrom(context), context.signal, () => context.client.getQueryData(keys.chats)),
});

export function loadMoreChats(queries: QueryClient, call: Call): Promise<void> {
  return loadMore<Chats, Chats>(queries, {
    queryKey: keys.chats,
    getBefore: ({ before }) => before,
    fetch: (before) => call('listChats', { before }),
    merge: withMoreChats,
  });
}

/** Appends the next page of one list. Members that moved down since, because their like was seen, are not repeated. */
export function withMoreLikes(known: Likes, list: LikesList, page: Likes): Likes {
  const before = { ...known.before, [list]: page.before[list] };
  const behind = <T extends { id: MemberId }>(loaded: T[], next: T[]): T[] => {
    const listed = new Set(loaded.map(({ id }) => id));
    return [...loaded, ...next.filter(({ id }) => !listed.has(id))];
  };
  if (list === 'profiles') return { ...known, profiles: behind(known.profiles, page.profiles), before };
  if (list === 'matches') return { ...known, matches: inOrder(behind(known.matches, page.matches)), before };
  const came = new Set(page.liked_by.map(({ id }) => id));
  return {
    ...known,
    liked_by: inOrder(behind(known.liked_by, page.liked_by)),
    new: known.new.filter((id) => !came.has(id)),
    before,
  };
}

export async function fetchLikes(call: Call, signal: AbortSignal, known: () => Likes | undefined): Promise<Likes> {
  let likes = await call('listLikes', {}, { signal });
  for (const list of likesLists) {
    const countWanted = (): number => {
      const loaded = known();
      return loaded ? pagesFor(loaded[list].length, likesPageSize, loaded.before[list]) : 1;
    };
    for (let pages = 1; likes.before[list] !== null && pages < countWanted(); pages += 1)
      likes = withMoreLikes(likes, list, await call('listLikes', { before: likes.before[list] }, { signal }));
  }
  return likes;
}

export const likesQuery = queryOptions({
  queryKey: keys.likes,
  queryFn: (context): Promise<Likes> =>
    fetchLikes(callFrom(context), context.signal, () => context.client.getQueryData(keys.likes)),
});

export function loadMoreLikes(queries: QueryClient, call: Call, list: LikesList): Promise<void> {
  return loadMore<Likes, Likes>(queries, {
    queryKey: keys.likes,
    getBefore: ({ before }) => before[list],
    fetch: (before) => call('listLikes', { before }),
    merge: (known, page) => withMoreLikes(known, list, page),
  });
}

/** Sorts likes: new ones first, then the rest, each newest first (specification, section 4). */
export function inOrder(likes: ReceivedLike[]): ReceivedLike[] {
  return likes.toSorted((a, b) => Number(b.like_new) - Number(a.like_new) || Date.parse(b.at) - Date.parse(a.at));
}
