import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate, useNavigation } from 'react-router';

import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { useIsOnline } from '../../platform/calls/connection.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { settingsQuery, userQuery, wholeCaches } from '../../platform/calls/queries.ts';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MapPin } from '../../ui/icon.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useDataRouter } from '../../ui/use-data-router.ts';
import { FinderLink } from '../finder-link.tsx';
import { type PlaceWords, reachIn, usePlaceWords } from '../build-caption.ts';
import { ListedMemberCard, useCardContext } from '../member-card.tsx';
import { type Filters, countFilters, homeCountry, noFilters, searchAddress } from './filters.ts';
import { type Found, type Search, type WiderSearch, widerSearch } from './use-search.ts';

/** Anchor of the members, which a link before the filters leads to. */
export const membersAnchor = 'found';

const waitingCards = 8;
/** After this many pages, only the button loads more, so that the footer stays reachable. */
const pagesByThemselves = 3;

export function SearchResults({ search, filters }: { search: Search; filters: Filters }): ReactElement {
  const say = useSay();
  const { found, beyond, isLoading, error, retry } = search;
  const isOnline = useIsOnline();
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
  if (isLoading && shown === 0 && !isOnline) return <EmptyState title={say('members.search-offline')} />;
  if (isLoading && shown === 0)
    return (
      <>
        <StillTrying />
        <Loading label={say('common.loading')}>
          <Columns>
            <MemberCards members={[]} waiting={waitingCards} />
          </Columns>
        </Loading>
      </>
    );
  if (shown === 0) return <NobodyFits filters={filters} wider={wider} />;
  const { hasNext } = beyond ?? found;
  const waiting = isLoading ? 4 : 0;
  const address = searchAddress(filters, search.pages);
  return (
    <div id={membersAnchor} tabIndex={-1} className="grid gap-6 outline-none">
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

const slowAfterMs = 5_000;

/** Tells after five seconds that a search takes long, and offers after ten to begin anew. */
function StillTrying(): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const [waits, setWaits] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setWaits(waits + 1), slowAfterMs);
    return () => clearTimeout(timer);
  }, [waits]);
  const again = (): void => {
    setWaits(0);
    for (const queryKey of wholeCaches('profiles')) void queries.resetQueries({ queryKey });
  };
  return (
    <div role="status" className="grid justify-items-start gap-2 text-13 text-ink-2 empty:hidden">
      {waits > 0 && say('members.still-trying')}
      {waits > 1 && (
        <Button variant="quiet" size="sm" onClick={again}>
          {say('common.retry')}
        </Button>
      )}
    </div>
  );
}

/** The results of the next wider search: their heading takes the place of a card, so that no row is half empty. */
function FurtherAway(props: { beyond: Found; waiting: number; search: string; after: number }): ReactElement | null {
  const { beyond, waiting, search, after } = props;
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

/**
 * Rounds down to hundreds. The server counts at most 1,000; without the nearer members, the count is no longer round.
 */
const roundDown = (count: number): number => Math.floor(count / 100) * 100;

/** The button that loads more, also without JavaScript. The first pages load themselves near the screen. */
function ShowMore({ search, filters }: { search: Search; filters: Filters }): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const { pages, isLoading } = search;
  const router = useDataRouter();
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

const eagerCards = 4;

interface MemberCardsProps {
  members: readonly ProfileSummary[];
  waiting?: number;
  /** The search that found the members, so that their profiles link to each other. */
  search?: string;
  eager?: boolean;
}

function Columns({ children }: { children: ReactNode }): ReactElement {
  return <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 md:gap-4 xl:grid-cols-4">{children}</div>;
}

function MemberCards({ members, waiting = 0, search, eager = true }: MemberCardsProps): ReactElement {
  const context = useCardContext(search);
  return (
    <ul className="contents">
      {members.map((member, place) => (
        <li key={member.id}>
          <ListedMemberCard member={member} eager={eager && place < eagerCards} context={context} suggested />
        </li>
      ))}
      {Array.from({ length: waiting }, (_, place) => (
        <li key={place} aria-hidden="true">
          <Skeleton shape="photo" />
        </li>
      ))}
    </ul>
  );
}

const linkTo = (filters: Filters) => ({ pathname: pathTo('members'), search: searchAddress(filters) });

function widenWords(words: PlaceWords, wider: WiderSearch): { few: string; none: string; beyond: string } {
  const { say } = words;
  if (wider.from !== 'distance' && wider.from !== 'ages')
    return {
      few: say(`members.few-in-${wider.from}`),
      none: say(`members.none-in-${wider.from}`),
      beyond: say(`members.beyond-${wider.from}`),
    };
  if (wider.from === 'ages')
    return {
      few: say('members.few-of-ages'),
      none: say('members.none-of-ages'),
      beyond: say('members.beyond-ages', { low: wider.low, high: wider.high }),
    };
  const { km, next } = wider;
  return {
    few: say('members.few-within', reachIn(words, km)),
    none: say('members.none-within', reachIn(words, km)),
    beyond: next === null ? say('members.any-distance') : say('members.beyond-distance', reachIn(words, next)),
  };
}

function FewHere({ wider }: { wider: WiderSearch }): ReactElement {
  const { few, beyond } = widenWords(usePlaceWords(), wider);
  return (
    <Alert
      icon={MapPin}
      action={
        <Link
          to={linkTo(wider.filters)}
          preventScrollReset
          className="shrink-0 rounded-small py-2 font-bold text-current underline underline-offset-3"
        >
          {beyond}
        </Link>
      }
    >
      {few}
    </Alert>
  );
}

function NobodyFits({ filters, wider }: { filters: Filters; wider: WiderSearch | null }): ReactElement {
  const words = usePlaceWords();
  const { say } = words;
  const count = countFilters(filters);
  if (wider) {
    const { none, beyond } = widenWords(words, wider);
    return (
      <EmptyState
        title={say('members.empty')}
        action={
          <>
            <LinkButton to={linkTo(wider.filters)}>{beyond}</LinkButton>
            {countFilters(wider.filters) > 0 && <WithoutFilters filters={filters} quiet />}
          </>
        }
      >
        {none}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={say('members.empty')}
      action={
        <>
          {count > 0 ? (
            <WithoutFilters filters={filters} />
          ) : (
            <LinkButton to={pathTo('profile')}>{say('members.to-profile')}</LinkButton>
          )}
          <FinderLink />
        </>
      }
    >
      {say(count > 0 ? 'members.empty-text' : 'members.empty-text-all', { count })}
    </EmptyState>
  );
}

function WithoutFilters({ filters, quiet = false }: { filters: Filters; quiet?: boolean }): ReactElement {
  const say = useSay();
  return (
    <LinkButton to={linkTo({ ...noFilters, order: filters.order })} variant={quiet ? 'quiet' : 'primary'}>
      {say('members.widen', { count: countFilters(filters) })}
    </LinkButton>
  );
}

function ListEnd({ filters }: { filters: Filters }): ReactElement {
  const say = useSay();
  const count = countFilters(filters);
  return (
    <p className="text-center text-13 text-ink-3">
      {say('members.end')}{' '}
      {count > 0 && (
        <Link
          to={linkTo({ ...noFilters, order: filters.order })}
          className="font-bold text-primary-ink underline underline-offset-3"
        >
          {say('members.widen', { count })}
        </Link>
      )}
    </p>
  );
}
