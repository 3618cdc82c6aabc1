import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * How many pages reload a list to about its length, so that a few new entries fetch no further page and a few removed
 * ones lose none. Infinity if `before` is null, because the list was loaded to its end.
 */
export function pagesFor(length: number, pageSize: number, before: string | null): number {
  return before === null ? Infinity : Math.max(1, Math.round(length / pageSize));
}

interface Paging<Data, Page> {
  queryKey: QueryKey;
  /** Cursor of the next page; null at the end. */
  beforeOf: (data: Data) => string | null;
  fetch: (before: string) => Promise<Page>;
  merge: (data: Data, page: Page) => Data;
}

/**
 * Loads the next page of a list into its cached result (`docs/decisions/0012`). A page requested before a live event
 * or an optimistic deletion is stale: it is dropped and requested again.
 */
export async function loadMore<Data, Page>(queries: QueryClient, paging: Paging<Data, Page>): Promise<void> {
  for (;;) {
    const known = queries.getQueryState<Data>(paging.queryKey);
    const data = known?.data;
    const before = data && paging.beforeOf(data);
    if (!before) return;
    const page = await paging.fetch(before);
    // Compares update counts, not data: an event about an entry that is not loaded leaves the data unchanged.
    if (queries.getQueryState(paging.queryKey)?.dataUpdateCount !== known.dataUpdateCount) continue;
    queries.setQueryData<Data>(paging.queryKey, paging.merge(data, page));
    return;
  }
}
