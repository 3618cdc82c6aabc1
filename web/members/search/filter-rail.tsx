import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { FinderLink } from '../finder-link.tsx';
import { FilterFields } from './filter-fields.tsx';
import { type Filters, countFilters, noFilters, searchAddress, writeFilters } from './filters.ts';
import { useOfferedFilters } from './offered-filters.ts';

const applyAfterMs = 350;

/** Anchor of the filters: before the page's script runs, a link shows them on phones. */
export const filtersAnchor = 'filters';

export interface FilterRailProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
}

/**
 * The filters beside the results on wide windows. Changes apply themselves a moment after the last one. On phones, it
 * is a plain form with a button, shown without JavaScript, or if its link was followed before the script ran.
 */
export function FilterRail({ filters, onApply }: FilterRailProps): ReactElement {
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
    // Chips and the back button change the address, too. After an own change, the member may have changed more.
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
      className="filter-rail hidden scroll-mt-20 target:block lg:block"
    >
      <noscript>
        <style>{'.filter-rail .only-hydrated { display: none }'}</style>
      </noscript>
      <div className="mb-5 flex items-baseline justify-between gap-3">
        <h2 className="speak text-20">{say('members.filters')}</h2>
        {countFilters(filters) > 0 && (
          <Link
            to={{ pathname: pathTo('members'), search: searchAddress({ ...noFilters, order: filters.order }) }}
            preventScrollReset
            className="rounded-small py-1 text-13 font-bold text-primary-ink hover:underline"
          >
            {say('members.clear')}
          </Link>
        )}
      </div>
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
