import { useQueries, useQuery } from '@tanstack/react-query';

import { settingsQuery, userQuery } from '../../platform/queries.ts';
import { profilesQuery } from './search-queries.ts';
import { type Filters, homeCountry } from './filters.ts';
import { type Found, mergePages, without } from './merge-pages.ts';
import { defaultFilters } from './opening-filters.ts';
import { nextRing } from './wider-search.ts';

interface Pages {
  found: Found;
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

export interface Search extends Pages {
  /** Members further away, shown below the others; null if the search itself fills the page. */
  beyond: Found | null;
  pages: number;
}

function usePages(filters: Filters, pages: number): Pages {
  return useQueries({
    queries: Array.from({ length: pages }, (_, at) => profilesQuery(filters, at + 1)),
    combine: (answers) => ({
      found: mergePages(answers.map(({ data }) => data)),
      isLoading: answers.some(({ isPending, isError }) => isPending && !isError),
      error: answers.find(({ error }) => error)?.error ?? null,
      retry: () => {
        for (const answer of answers) if (answer.isError) void answer.refetch();
      },
    }),
  });
}

/** A search, and the next ring around it if the default filters find less than a page. */
export function useSearch(filters: Filters, pages: number): Search {
  const { data: settings } = useQuery(settingsQuery);
  const { data: user = null } = useQuery(userQuery);
  const { data: first } = useQuery({ ...profilesQuery(filters, 1), enabled: pages > 0 });
  const known = first && { count: first.numResults, more: first.more };
  const ring = nextRing(filters, user && defaultFilters(settings, user), homeCountry(settings, user), known);
  const here = usePages(filters, ring ? 1 : pages);
  const there = usePages(ring ?? filters, ring ? pages : 0);
  if (!ring) return { ...here, pages, beyond: null };
  return {
    found: here.found,
    beyond: without(there.found, here.found),
    pages,
    isLoading: here.isLoading || there.isLoading,
    error: here.error ?? there.error,
    retry: () => {
      here.retry();
      there.retry();
    },
  };
}
