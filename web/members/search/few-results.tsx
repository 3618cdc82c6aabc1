import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MapPin } from '../../ui/icon.tsx';
import { FinderLink } from '../finder-link.tsx';
import { type Filters, countFilters, noFilters, searchAddress } from './filters.ts';
import type { WiderSearch } from './wider-search.ts';

const linkTo = (filters: Filters) => ({ pathname: pathTo('members'), search: searchAddress(filters) });

/** The sentences about few and about no results, and the label of the link to the wider search. */
function useWiden(wider: WiderSearch): { few: string; none: string; beyond: string } {
  const say = useSay();
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
    few: say('members.few-within', { km }),
    none: say('members.none-within', { km }),
    beyond: next === null ? say('members.any-distance') : say('members.beyond-distance', { km: next }),
  };
}

/** For few results: a link to the wider search. */
export function FewHere({ wider }: { wider: WiderSearch }): ReactElement {
  const { few, beyond } = useWiden(wider);
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

/** For no results: suggests other searches, which may find somebody. */
export function NobodyFits({ filters, wider }: { filters: Filters; wider: WiderSearch | null }): ReactElement {
  const say = useSay();
  if (wider) return <NobodyNear filters={filters} wider={wider} />;
  const count = countFilters(filters);
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

function NobodyNear({ filters, wider }: { filters: Filters; wider: WiderSearch }): ReactElement {
  const say = useSay();
  const { none, beyond } = useWiden(wider);
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

function WithoutFilters({ filters, quiet = false }: { filters: Filters; quiet?: boolean }): ReactElement {
  const say = useSay();
  return (
    <LinkButton to={linkTo({ ...noFilters, order: filters.order })} variant={quiet ? 'quiet' : 'primary'}>
      {say('members.widen', { count: countFilters(filters) })}
    </LinkButton>
  );
}

/** The end of the list, with a suggestion for more. */
export function ListEnd({ filters }: { filters: Filters }): ReactElement {
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
