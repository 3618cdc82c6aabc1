import { searchPagesMax } from '../../../contract/members/limits.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { type Origin, useOrigin } from '../origin.ts';
import { readFilters, readPages, searchAddress } from '../search/filters.ts';
import { type Search, useSearch } from '../search/use-search.ts';

interface Neighbours {
  previous: ProfileSummary | undefined;
  next: ProfileSummary | undefined;
  /** The origin that their history entries keep. */
  origin: Origin | null;
}

/**
 * The members before and after this one in the search that found it; undefined without a search. At the end of the
 * loaded pages, the next page is loaded.
 */
export function useNeighbours(id: string): Neighbours {
  const origin = useOrigin();
  const query = new URLSearchParams(origin?.search ?? '');
  const filters = readFilters(query);
  const shown = origin?.search === undefined ? 0 : readPages(query, searchPagesMax);
  const known = useSearch(filters, shown);
  const isLast = listOf(known).at(-1)?.id === id && (known.beyond ?? known.found).hasNext;
  const pages = isLast ? shown + 1 : shown;
  const members = listOf(useSearch(filters, pages));
  const at = members.findIndex((member) => member.id === id);
  return {
    previous: at > 0 ? members[at - 1] : undefined,
    next: at < 0 ? undefined : members[at + 1],
    origin: origin && { ...origin, search: searchAddress(filters, pages) },
  };
}

function listOf({ found, beyond }: Search): ProfileSummary[] {
  return [...found.members, ...(beyond?.members ?? [])];
}
