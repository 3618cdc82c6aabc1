import { type ReactElement, Suspense, lazy, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { searchPagesMax } from '../../../contract/limits.ts';
import { definePage } from '../../page.ts';
import { interestsQuery, settingsQuery } from '../../queries.ts';
import { pathTo } from '../../route-table.ts';
import { useSay } from '../../sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Icon, SlidersHorizontal } from '../../ui/icon.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterRail } from './filter-rail.tsx';
import { type Filters, countryOf, homeCountry, readFilters, readPages, writeFilters } from './filters.ts';
import { offeredFilters, onlyOffered, useOfferedFilters } from './offered-filters.ts';
import { profilesQuery, regionsOfQuery } from '../members-queries.ts';
import { SearchResults } from './search-results.tsx';
import { type Search, useSearch } from './use-search.ts';

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

/** What a first page renders on the server at most; a browser then loads the others. */
const pagesOnServerMax = 5;

const page = definePage('members', {
  parts: ['members', 'attributes', 'interests'],
  load: async ({ ensure, url, user }) => {
    const pages = readPages(url.searchParams, pagesOnServerMax);
    const loadAll = async (): Promise<void> => {
      const [settings, interests] = await Promise.all([ensure(settingsQuery), ensure(interestsQuery)]);
      const filters = onlyOffered(readFilters(url.searchParams), offeredFilters(settings, interests, user !== null));
      await Promise.all([
        ensure(regionsOfQuery(countryOf(filters, homeCountry(settings, user)))),
        ...Array.from({ length: pages }, (_, at) => ensure(profilesQuery(filters, at + 1))),
      ]);
    };
    // A failed search is reported on the page, with a button to try again.
    const wanted = loadAll().catch(() => undefined);
    // In the browser the page opens at once, with the shapes of what comes.
    if (typeof window === 'undefined') await wanted;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The search (specification, sections 2 and 3). Its filters and the number of shown pages live in the address. */
export default function SearchPage(): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const filters = onlyOffered(readFilters(query), useOfferedFilters());
  const search = useSearch(filters, readPages(query, searchPagesMax));
  const [sheet, setSheet] = useState(false);
  const apply = (next: Filters): void => {
    setSheet(false);
    const text = writeFilters(next);
    if (text !== writeFilters(filters))
      void navigate({ pathname: pathTo('members'), search: text }, { preventScrollReset: true });
  };
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 pt-5 pb-10 md:px-8 md:pt-7 lg:grid-cols-[256px_minmax(0,1fr)]">
      <Title>{say('members.title')}</Title>
      <FilterRail filters={filters} onApply={apply} />
      <div className="grid min-w-0 content-start gap-4">
        <Head search={search} filters={filters} onOpen={() => setSheet(true)} />
        <FilterChips filters={filters} />
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

function Head({ search, filters, onOpen }: { search: Search; filters: Filters; onOpen: () => void }): ReactElement {
  const say = useSay();
  const { found, isLoading, error } = search;
  const active = new URLSearchParams(writeFilters(filters)).size;
  const known = found.members.length > 0 || !(isLoading || error);
  return (
    <header className="flex items-end gap-4">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <h1 className="speak text-26 md:text-34">{say('members.heading')}</h1>
        {known ? (
          <p className="text-13 text-ink-2" aria-live="polite">
            {say(found.more ? 'members.count-more' : 'members.count', { count: found.count })}
          </p>
        ) : (
          <Skeleton className="my-0.5 w-48" />
        )}
      </div>
      <span className="relative lg:hidden">
        <RoundButton label={say('members.filters-count', { count: active })} aria-haspopup="dialog" onClick={onOpen}>
          <Icon of={SlidersHorizontal} />
        </RoundButton>
        {active > 0 && <Badge count={active} className="pointer-events-none absolute -top-1 -right-1.5" />}
      </span>
    </header>
  );
}
