import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';

import { errorText } from '../../errors.ts';
import { settingsQuery, userQuery } from '../../queries.ts';
import { pathTo } from '../../route-table.ts';
import { useSay } from '../../sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { MapPin } from '../../ui/icon.tsx';
import { type Filters, type WiderSearch, homeCountry, widerSearch, writeFilters } from './filters.ts';
import { MemberGrid } from '../member-grid.tsx';
import type { Search } from './use-search.ts';

const waitingCards = 8;
/** After so many pages only the button shows more: the foot of the page stays in reach. */
const pagesByThemselves = 3;

/** The members that fit, page by page; their shapes while they are on their way; or what to do when there are none. */
export function SearchResults({ search, filters }: { search: Search; filters: Filters }): ReactElement {
  const say = useSay();
  const { found, isLoading, error, retry } = search;
  const { data: settings } = useQuery(settingsQuery);
  const { data: user = null } = useQuery(userQuery);
  const wider = widerSearch(filters, homeCountry(settings, user), found);
  if (error && found.members.length === 0)
    return (
      <EmptyState title={say('members.failed')} action={<Button onClick={retry}>{say('common.retry')}</Button>}>
        {errorText(say, error)}
      </EmptyState>
    );
  if (isLoading && found.members.length === 0)
    return (
      <Loading label={say('common.loading')}>
        <MemberGrid members={[]} waiting={waitingCards} />
      </Loading>
    );
  if (found.members.length === 0) return <NobodyFits filters={filters} wider={wider} />;
  return (
    <div className="grid gap-6">
      {wider && !isLoading && <FewHere wider={wider} />}
      <MemberGrid members={found.members} waiting={isLoading ? 4 : 0} search={writeFilters(filters, search.pages)} />
      <p className="sr-only" aria-live="polite">
        {say('members.shown', { shown: found.members.length, count: found.count })}
      </p>
      {error ? (
        <Alert
          tone="danger"
          action={
            <Button variant="plain" size="sm" onClick={retry}>
              {say('common.retry')}
            </Button>
          }
        >
          {errorText(say, error)}
        </Alert>
      ) : (
        found.hasNext && <ShowMore search={search} filters={filters} />
      )}
      {!found.hasNext && !isLoading && <ListEnd filters={filters} />}
    </div>
  );
}

/** A link to the next page, which works without a script. The first pages load by themselves once it is near the screen. */
function ShowMore({ search, filters }: { search: Search; filters: Filters }): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const { pages, isLoading } = search;
  const to = `${pathTo('members')}?${writeFilters(filters, pages + 1)}`;
  const waits = isLoading || pages >= pagesByThemselves;
  useEffect(() => {
    if (waits || !place.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void navigate(to, { replace: true, preventScrollReset: true });
      },
      { rootMargin: '600px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [waits, to, navigate]);
  return (
    <div ref={place} className="grid justify-items-center">
      <LinkButton to={to} replace preventScrollReset variant="second">
        {say('common.more')}
      </LinkButton>
    </div>
  );
}

const linkTo = (filters: Filters) => ({ pathname: pathTo('members'), search: writeFilters(filters) });

/** Where few members fit, one tap looks further and keeps what was chosen. */
function FewHere({ wider }: { wider: WiderSearch }): ReactElement {
  const say = useSay();
  return (
    <Alert
      icon={MapPin}
      action={
        <Link
          to={linkTo(wider.filters)}
          preventScrollReset
          className="shrink-0 rounded-small py-2 font-bold text-current underline underline-offset-3"
        >
          {say(`members.beyond-${wider.from}`)}
        </Link>
      }
    >
      {say(`members.few-in-${wider.from}`)}
    </Alert>
  );
}

function NobodyFits({ filters, wider }: { filters: Filters; wider: WiderSearch | null }): ReactElement {
  const say = useSay();
  const narrowed = writeFilters(filters) !== '';
  // Without a country there may be nothing left to remove.
  const hasMore = writeFilters({ ...filters, country: null, countryregion: null }) !== '';
  return (
    <EmptyState
      title={say('members.empty')}
      action={
        <>
          {wider && <LinkButton to={linkTo(wider.filters)}>{say(`members.beyond-${wider.from}`)}</LinkButton>}
          {(wider ? hasMore : narrowed) && (
            <LinkButton to={pathTo('members')} variant={wider ? 'quiet' : 'primary'}>
              {say('members.widen')}
            </LinkButton>
          )}
          {!narrowed && !wider && <LinkButton to={pathTo('profile')}>{say('members.to-profile')}</LinkButton>}
        </>
      }
    >
      {say(wider ? `members.none-in-${wider.from}` : narrowed ? 'members.empty-text' : 'members.empty-text-all')}
    </EmptyState>
  );
}

function ListEnd({ filters }: { filters: Filters }): ReactElement {
  const say = useSay();
  const narrowed = writeFilters(filters) !== '';
  return (
    <p className="text-center text-13 text-ink-3">
      {say('members.end')}{' '}
      {narrowed && (
        <Link to={pathTo('members')} className="font-bold text-primary-ink underline underline-offset-3">
          {say('members.widen')}
        </Link>
      )}
    </p>
  );
}
