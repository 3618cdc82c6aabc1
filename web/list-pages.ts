import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * How many pages make a list as long again as it was, give or take what came and went since: none are fetched for a few
 * new entries, and none lost for a few that left. `before` is null where the list was loaded to its end.
 */
export function pagesFor(length: number, pageSize: number, before: string | null): number {
  return before === null ? Infinity : Math.max(1, Math.round(length / pageSize));
}

interface Paging<Data, Page> {
  queryKey: QueryKey;
  /** What asks for the next page; null at the end. */
  beforeOf: (data: Data) => string | null;
  fetch: (before: string) => Promise<Page>;
  merge: (data: Data, page: Page) => Data;
}

/**
 * Loads the next page of a list into its cached answer. A live event, or a deletion that shows at once, may not be
 * known to an answer that was on its way when it came: that answer is dropped, and the page asked for again.
 */
export async function loadMore<Data, Page>(queries: QueryClient, paging: Paging<Data, Page>): Promise<void> {
  for (;;) {
    const known = queries.getQueryState<Data>(paging.queryKey);
    const data = known?.data;
    const before = data && paging.beforeOf(data);
    if (!before) return;
    const page = await paging.fetch(before);
    // Counted, not compared: what is said of an entry that is not loaded yet changes nothing here.
    if (queries.getQueryState(paging.queryKey)?.dataUpdateCount !== known.dataUpdateCount) continue;
    queries.setQueryData<Data>(paging.queryKey, paging.merge(data, page));
    return;
  }
}
