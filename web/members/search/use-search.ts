import { useQueries } from '@tanstack/react-query';

import type { Filters } from './filters.ts';
import { profilesQuery } from '../members-queries.ts';
import { type Found, mergePages } from './merge-pages.ts';

export interface Search {
  found: Found;
  /** How many pages are asked for. */
  pages: number;
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

/** The pages of a search from the cache, as one list. */
export function useSearch(filters: Filters, pages: number): Search {
  return useQueries({
    queries: Array.from({ length: pages }, (_, at) => profilesQuery(filters, at + 1)),
    combine: (answers) => ({
      found: mergePages(answers.map(({ data }) => data)),
      pages,
      isLoading: answers.some(({ isPending, isError }) => isPending && !isError),
      error: answers.find(({ error }) => error)?.error ?? null,
      retry: () => {
        for (const answer of answers) if (answer.isError) void answer.refetch();
      },
    }),
  });
}
