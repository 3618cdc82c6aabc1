import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { type LikesList, likesLists } from '../../contract/likes/likes-lists.ts';
import type { Likes } from '../../contract/likes/operations.ts';
import { likesPageSize } from '../../contract/likes/limits.ts';
import type { Call } from '../platform/call.ts';
import { callFrom } from '../platform/queries.ts';
import { keys } from '../platform/query-keys.ts';
import { loadMore, pagesFor } from './list-pages.ts';
import { inOrder } from './like-order.ts';

/** Appends the next page of one list. Members that moved down since, because their like was seen, are not repeated. */
export function withNextPage(known: Likes, list: LikesList, page: Likes): Likes {
  const before = { ...known.before, [list]: page.before[list] };
  const behind = <T extends { id: string }>(loaded: T[], next: T[]): T[] => {
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

/** Fetches the start of each list, in as many pages as are `known`. */
export async function fetchLikes(call: Call, signal: AbortSignal, known: () => Likes | undefined): Promise<Likes> {
  let likes = await call('listLikes', {}, { signal });
  for (const list of likesLists) {
    const wanted = (): number => {
      const loaded = known();
      return loaded ? pagesFor(loaded[list].length, likesPageSize, loaded.before[list]) : 1;
    };
    for (let pages = 1; likes.before[list] !== null && pages < wanted(); pages += 1)
      likes = withNextPage(likes, list, await call('listLikes', { before: likes.before[list] }, { signal }));
  }
  return likes;
}

/** The loaded likes: the first of each list, and more after scrolling. */
export const likesQuery = queryOptions({
  queryKey: keys.likes,
  queryFn: (context): Promise<Likes> =>
    fetchLikes(callFrom(context), context.signal, () => context.client.getQueryData(keys.likes)),
});

export function loadMoreLikes(queries: QueryClient, call: Call, list: LikesList): Promise<void> {
  return loadMore<Likes, Likes>(queries, {
    queryKey: keys.likes,
    beforeOf: ({ before }) => before[list],
    fetch: (before) => call('listLikes', { before }),
    merge: (known, page) => withNextPage(known, list, page),
  });
}
