import { type ReactElement, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { searchPagesMax } from '../../../contract/members/limits.ts';
import { definePage } from '../../platform/page.ts';
import { interestsQuery, settingsQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Icon, SlidersHorizontal } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { RoundAnchor } from '../../ui/round-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterRail, filtersAnchor } from './filter-rail.tsx';
import {
  type Filters,
  countFilters,
  resolveCountry,
  homeCountry,
  readPages,
  searchAddress,
  writeFilters,
} from './filters.ts';
import { offeredFilters, onlyOffered } from './offered-filters.ts';
import { defaultFilters, resolveFilters, useFilters } from './opening-filters.ts';
import { OrderSelect } from './order-select.tsx';
import { profilesQuery, regionsOfQuery } from './search-queries.ts';
import { SearchResults } from './search-results.tsx';
import { useKeepSearch } from './use-keep-search.ts';
import { type Search, useSearch } from './use-search.ts';
import { nextRing } from './wider-search.ts';

const FilterSheet = lazyPart(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

/** The most pages that the server renders for a first page load; a browser loads the others. */
const pagesOnServerMax = 5;

const page = definePage('members', {
  parts: ['members', 'attributes', 'interests'],
  load: async ({ ensure, url, user }) => {
    const pages = readPages(url.searchParams, pagesOnServerMax);
    const loadAll = async (): Promise<void> => {
      const [settings, interests] = await Promise.all([ensure(settingsQuery), ensure(interestsQuery)]);
      const offered = offeredFilters(settings, interests, user !== null);
      const filters = onlyOffered(resolveFilters(url.searchParams, settings, user), offered);
      const home = homeCountry(settings, user);
      const regions = ensure(regionsOfQuery(resolveCountry(filters, home)));
      const { numResults: count, more } = await ensure(profilesQuery(filters, 1));
      const ring = nextRing(filters, user && defaultFilters(settings, user), home, { count, more });
      const shown = Array.from({ length: pages }, (_, at) => ensure(profilesQuery(ring ?? filters, at + 1)));
      await Promise.all([regions, ...shown]);
    };
    // The page reports a failed search itself, with a button to retry.
    const wanted = loadAll().catch(() => undefined);
    // In the browser, the page opens at once with placeholders.
    if (typeof window === 'undefined') await wanted;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The search (specification, sections 2 and 3). The address holds the filters and the number of pages. */
export default function SearchPage(): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const filters = useFilters();
  useKeepSearch(filters);
  const search = useSearch(filters, readPages(query, searchPagesMax));
  const [sheet, setSheet] = useState(false);
  const apply = (next: Filters): void => {
    setSheet(false);
    if (writeFilters(next) !== writeFilters(filters))
      void navigate({ pathname: pathTo('members'), search: searchAddress(next) }, { preventScrollReset: true });
  };
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 pt-2.5 pb-10 md:px-8 md:pt-7 lg:grid-cols-[256px_minmax(0,1fr)]">
      <Title>{say('members.title')}</Title>
      <FilterRail filters={filters} onApply={apply} />
      <div className="grid min-w-0 content-start gap-2 lg:gap-4">
        <Head search={search} filters={filters} onApply={apply} onOpen={() => setSheet(true)} />
        <FilterChips filters={filters} onApply={apply} />
        <SearchResults search={search} filters={filters} />
      </div>
      {sheet && (
        <Suspense fallback={null}>
          <FilterSheet filters={filters} onApply={apply} onClose={() => setSheet(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface HeadProps {
  search: Search;
  filters: Filters;
  onApply: (filters: Filters) => void;
  onOpen: () => void;
}

function Head({ search, filters, onApply, onOpen }: HeadProps): ReactElement {
  const say = useSay();
  const { found, beyond, isLoading, error } = search;
  const active = countFilters(filters);
  const further = beyond?.members.length ?? 0;
  const known = found.members.length + further > 0 || !(isLoading || error);
  return (
    <header className="flex items-center gap-4 lg:items-end">
      <div className="grid min-w-0 flex-1 lg:gap-1.5">
        <h1 className="speak text-20 md:text-26 lg:text-34">{say('members.heading')}</h1>
        {known ? (
          <p className="text-13 text-ink-2" aria-live="polite">
            {found.count === 0 && further > 0
              ? say('members.none-here')
              : say(found.more ? 'members.count-more' : 'members.count', { count: found.count })}
          </p>
        ) : (
          <Skeleton className="my-0.5 w-48" />
        )}
      </div>
      <span className="hidden lg:block">
        <OrderSelect filters={filters} onApply={onApply} />
      </span>
      <span className="relative lg:hidden">
        <RoundAnchor
          href={`#${filtersAnchor}`}
          label={say('members.filters-count', { count: active })}
          size="sm"
          onClick={(event) => {
            event.preventDefault();
            onOpen();
          }}
        >
          <Icon of={SlidersHorizontal} />
        </RoundAnchor>
        {active > 0 && <Badge count={active} className="pointer-events-none absolute -top-1 -right-1.5" />}
      </span>
    </header>
  );
}
