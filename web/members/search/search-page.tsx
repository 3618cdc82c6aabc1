import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';

import { searchPagesMax } from '../../../contract/members/limits.ts';
import { useIsOnline } from '../../platform/calls/connection.ts';
import { definePage } from '../../platform/pages/page.ts';
import { interestsQuery, settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon, SlidersHorizontal } from '../../ui/icon.tsx';
import { latePart } from '../../ui/lazy-part.ts';
import { useLoadAhead } from '../../ui/load-ahead.ts';
import { RoundAnchor } from '../../ui/round-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FinderLink } from '../finder-link.tsx';
import { SearchTabs } from '../search-tabs.tsx';
import { FilterChips, OrderSelect } from './filter-chips.tsx';
import { FilterFields } from './filter-fields.tsx';
import {
  type Filters,
  countFilters,
  defaultFilters,
  homeCountry,
  noFilters,
  offeredFilters,
  onlyOffered,
  readPages,
  resolveCountry,
  resolveFilters,
  searchAddress,
  useFilters,
  useKeepSearch,
  useOfferedFilters,
  writeFilters,
} from './filters.ts';
import { SearchResults, membersAnchor } from './search-results.tsx';
import { type Search, widenDefaultSearch, profilesQuery, regionsOfQuery, useSearch } from './use-search.ts';

const FilterSheet = latePart(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

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
      const wider = widenDefaultSearch(filters, user && defaultFilters(settings, user), home, { count, more });
      const shown = Array.from({ length: pages }, (_, at) => ensure(profilesQuery(wider ?? filters, at + 1)));
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
  const apply = (next: Filters): void => {
    if (writeFilters(next) !== writeFilters(filters))
      void navigate({ pathname: pathTo('members'), search: searchAddress(next) }, { preventScrollReset: true });
  };
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 pt-2.5 pb-10 md:px-8 md:pt-7 lg:grid-cols-[256px_minmax(0,1fr)]">
      <Title>{say('members.title')}</Title>
      <a href={`#${membersAnchor}`} className="skip-link">
        {say('members.skip-filters')}
      </a>
      <SearchTabs className="col-span-full w-96 max-lg:hidden" />
      <FilterRail filters={filters} onApply={apply} />
      <div className="grid min-w-0 content-start gap-2 lg:gap-4">
        <Head search={search} filters={filters} onApply={apply} />
        <FilterChips filters={filters} onApply={apply} />
        <SearchResults search={search} filters={filters} />
      </div>
    </div>
  );
}

interface HeadProps {
  search: Search;
  filters: Filters;
  onApply: (filters: Filters) => void;
}

function Head({ search, filters, onApply }: HeadProps): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const isOnline = useIsOnline();
  const { found, beyond, isLoading, error } = search;
  const further = beyond?.members.length ?? 0;
  const known = found.members.length + further > 0 || !(isLoading || error);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:items-end lg:gap-y-4">
      {user && (
        <div className="min-w-0 flex-1 lg:hidden">
          <SearchTabs />
        </div>
      )}
      <SheetOpener filters={filters} onApply={onApply} />
      {/* Visitors have no tabs: the count stands beside the filters. */}
      <div
        className={cx(
          'flex flex-wrap items-baseline justify-between gap-x-3 lg:grid lg:basis-auto lg:gap-1.5',
          user ? 'basis-full' : 'max-lg:-order-1 max-lg:min-w-0 max-lg:flex-1',
        )}
      >
        <h1 className="speak max-md:sr-only md:text-26 lg:text-34">{say('members.heading')}</h1>
        {/* Stays while a search is under way: screen readers skip a region that arrives with its text. */}
        <div className="text-13 text-ink-2" aria-live="polite">
          {!known && isOnline && <Skeleton className="my-0.5 w-48" />}
          {known &&
            (found.count === 0 && further > 0
              ? say('members.none-here')
              : say(found.more ? 'members.count-more' : 'members.count', { count: found.count }))}
        </div>
      </div>
      <span className="ml-auto hidden lg:block">
        <OrderSelect filters={filters} onApply={onApply} />
      </span>
    </header>
  );
}

/** Knows alone whether the sheet is open, so that a tap renders the sheet and not the page behind it. */
function SheetOpener({ filters, onApply }: Omit<HeadProps, 'search'>): ReactElement {
  const say = useSay();
  const [open, setOpen] = useState(false);
  useLoadAhead(FilterSheet);
  const active = countFilters(filters);
  return (
    <span className="relative lg:hidden">
      <RoundAnchor
        href={`#${filtersAnchor}`}
        label={say('members.filters-count', { count: active })}
        size="sm"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon of={SlidersHorizontal} />
      </RoundAnchor>
      {active > 0 && <Badge count={active} className="pointer-events-none absolute -top-1 -right-1.5" />}
      {open && (
        <FilterSheet
          filters={filters}
          onApply={(next) => {
            setOpen(false);
            onApply(next);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}

function RailHead({ filters }: { filters: Filters }): ReactElement {
  const say = useSay();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="mb-5 flex items-baseline justify-between gap-3">
      {/* The heading gets the focus of the link beside it, which disappears. */}
      <h2 ref={heading} tabIndex={-1} className="speak text-20">
        {say('members.filters')}
      </h2>
      {countFilters(filters) > 0 && (
        <Link
          to={{ pathname: pathTo('members'), search: searchAddress({ ...noFilters, order: filters.order }) }}
          preventScrollReset
          onClick={() => heading.current?.focus()}
          className="rounded-small py-1 text-13 font-bold text-primary-ink hover:underline"
        >
          {say('members.clear')}
        </Link>
      )}
    </div>
  );
}

const applyAfterMs = 350;

/** Anchor of the filters: before the page's script runs, a link shows them on phones. */
const filtersAnchor = 'filters';

/** Applies changes a moment after the last one. On phones, a plain form for pages whose script has not run. */
function FilterRail({ filters, onApply }: { filters: Filters; onApply: (filters: Filters) => void }): ReactElement {
  const say = useSay();
  const [draft, setDraft] = useState(filters);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The address that the last applied change leads to, until it is there. */
  const applied = useRef<string>(undefined);
  const address = writeFilters(filters);
  const [query] = useSearchParams();
  const whole = query.get('filters') === 'all';
  const offered = useOfferedFilters();
  const folds = offered.attributes.length > 0 || Boolean(offered.interests?.length);
  useEffect(() => {
    const isOwn = address === applied.current;
    applied.current = undefined;
    // Chips and the back button also change the address. After an own change, the member may have changed more.
    if (!isOwn) setDraft(filters);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address contains all filters
  }, [address]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: Filters): void => {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      applied.current = writeFilters(next);
      onApply(next);
    }, applyAfterMs);
  };
  return (
    <aside
      id={filtersAnchor}
      aria-label={say('members.filters')}
      className="filter-rail hidden target:block lg:sticky lg:top-18 lg:-mx-3 lg:block lg:max-h-[calc(100dvh-5rem)] lg:self-start lg:overflow-y-auto lg:overscroll-contain lg:px-3 lg:py-2 lg:[scrollbar-width:thin]"
    >
      <noscript>
        <style>{'.filter-rail .only-hydrated { display: none }'}</style>
      </noscript>
      <RailHead filters={filters} />
      <form method="get" action={pathTo('members')}>
        <FilterFields filters={draft} onChange={change} whole={whole} />
        {filters.order !== 'nearby' && <input type="hidden" name="order" value={filters.order} />}
        <noscript>
          {folds && !whole && (
            <Link
              to={`${pathTo('members')}?filters=all&${address}`}
              className="mt-6 inline-block py-1 text-13 font-bold text-primary-ink underline"
            >
              {say('members.all-filters')}
            </Link>
          )}
          <Button type="submit" wide className="mt-6 max-lg:hidden">
            {say('members.show')}
          </Button>
        </noscript>
        <Button type="submit" wide className="mt-6 lg:hidden">
          {say('members.show')}
        </Button>
      </form>
      <FinderLink className="mt-6 -ml-4" />
    </aside>
  );
}
