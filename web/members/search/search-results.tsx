import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useContext, useEffect, useId, useRef } from 'react';
import { UNSAFE_DataRouterContext, useNavigate, useNavigation } from 'react-router';

import { errorText } from '../../platform/errors.ts';
import { settingsQuery, userQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { RetryAlert } from '../../platform/retry-alert.tsx';
import { useSay } from '../../platform/sentences.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { Columns, MemberCards, MemberGrid } from '../member-grid.tsx';
import { FewHere, ListEnd, NobodyFits } from './few-results.tsx';
import { type Filters, homeCountry, searchAddress } from './filters.ts';
import type { Found } from './merge-pages.ts';
import type { Search } from './use-search.ts';
import { widerSearch } from './wider-search.ts';

const waitingCards = 8;
/** After this many pages, only the button loads more, so that the footer stays reachable. */
const pagesByThemselves = 3;

/** The matching members, page by page; placeholders while they are loading; suggestions if there are none. */
export function SearchResults({ search, filters }: { search: Search; filters: Filters }): ReactElement {
  const say = useSay();
  const { found, beyond, isLoading, error, retry } = search;
  const { data: settings } = useQuery(settingsQuery);
  const { data: user = null } = useQuery(userQuery);
  const wider = widerSearch(filters, homeCountry(settings, user), found);
  const shown = found.members.length + (beyond?.members.length ?? 0);
  if (error && shown === 0)
    return (
      <EmptyState title={say('members.failed')} action={<Button onClick={retry}>{say('common.retry')}</Button>}>
        {errorText(say, error)}
      </EmptyState>
    );
  if (isLoading && shown === 0)
    return (
      <Loading label={say('common.loading')}>
        <MemberGrid members={[]} waiting={waitingCards} />
      </Loading>
    );
  if (shown === 0) return <NobodyFits filters={filters} wider={wider} />;
  const { hasNext } = beyond ?? found;
  const waiting = isLoading ? 4 : 0;
  const address = searchAddress(filters, search.pages);
  return (
    <div className="grid gap-6">
      {wider && !beyond && !isLoading && <FewHere wider={wider} />}
      <Columns>
        <MemberCards members={found.members} waiting={beyond ? 0 : waiting} search={address} />
        {beyond && <FurtherAway beyond={beyond} waiting={waiting} search={address} after={found.members.length} />}
      </Columns>
      <p className="sr-only" aria-live="polite">
        {say('members.shown', { shown, count: found.count + (beyond?.count ?? 0) })}
      </p>
      {error ? <RetryAlert error={error} retry={retry} /> : hasNext && <ShowMore search={search} filters={filters} />}
      {!hasNext && !isLoading && <ListEnd filters={filters} />}
    </div>
  );
}

interface FurtherAwayProps {
  beyond: Found;
  waiting: number;
  search: string;
  /** The number of members found nearer. */
  after: number;
}

/** The next ring: its heading takes the place of a card, so that no row is half empty. */
function FurtherAway({ beyond, waiting, search, after }: FurtherAwayProps): ReactElement | null {
  const say = useSay();
  const id = useId();
  const { members, count, more } = beyond;
  if (members.length === 0 && waiting === 0) return null;
  return (
    <section aria-labelledby={id} className="contents">
      <div
        className={cx(
          'flex flex-wrap content-center items-baseline gap-x-4 gap-y-1 rounded-photo bg-sunken p-4',
          after === 0 && 'col-span-full',
        )}
      >
        <h2 id={id} className="speak text-20">
          {say('members.further')}
        </h2>
        {members.length > 0 && (
          <p className="text-13 text-ink-2">
            {more
              ? say('members.further-count-more', { count: roundDown(count) })
              : say('members.further-count', { count })}
          </p>
        )}
      </div>
      <MemberCards members={members} waiting={waiting} search={search} eager={after === 0} />
    </section>
  );
}

/** The server counts at most 1,000; without the nearer members, the count is no longer round, so round it down. */
const roundDown = (count: number): number => Math.floor(count / 100) * 100;

/** A link to the next page, which works without JavaScript. The first pages load themselves near the screen. */
function ShowMore({ search, filters }: { search: Search; filters: Filters }): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const { pages, isLoading } = search;
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  // Automatic loading must not interrupt a navigation.
  const isLeaving = useNavigation().state !== 'idle';
  const to = `${pathTo('members')}?${searchAddress(filters, pages + 1)}`;
  const waits = isLoading || isLeaving || pages >= pagesByThemselves;
  useEffect(() => {
    if (waits || !place.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // Asks the router itself: the rendered state lags behind, and a click may have come in between.
        const isIdle = router?.state.navigation.state === 'idle';
        if (entry?.isIntersecting && isIdle) void navigate(to, { replace: true, preventScrollReset: true });
      },
      { rootMargin: '600px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [waits, to, navigate, router]);
  return (
    <div ref={place} className="grid justify-items-center">
      <LinkButton to={to} replace preventScrollReset variant="second">
        {say('common.more')}
      </LinkButton>
    </div>
  );
}
