import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { useFormat } from '../../platform/format.ts';
import { settingsQuery, userQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { ChipLink } from '../../ui/chip.tsx';
import { Icon, X } from '../../ui/icon.tsx';
import { regionsOfQuery } from './search-queries.ts';
import { buildChips } from './chips.ts';
import { type Filters, resolveCountry, homeCountry, searchAddress } from './filters.ts';
import { useOfferedFilters } from './offered-filters.ts';
import { OrderSelect } from './order-select.tsx';

interface FilterChipsProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
}

/** The order, the active filters as links that remove them, and the two quick filters; a single line on phones. */
export function FilterChips({ filters, onApply }: FilterChipsProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user = null } = useQuery(userQuery);
  const { data: regions } = useQuery(regionsOfQuery(resolveCountry(filters, homeCountry(settings, user))));
  const region = (code: string): string | undefined => regions?.find((one) => one.code === code)?.name;
  const chips = buildChips(filters, { say, country: format.country, region }, useOfferedFilters().online);
  return (
    <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] lg:hidden">
      <OrderSelect filters={filters} onApply={onApply} />
      <ul aria-label={say('members.filters')} className="flex gap-2">
        {chips.map(({ key, text, on, next }) => (
          <li key={key} className="flex shrink-0">
            <ChipLink
              on={on}
              preventScrollReset
              to={{ pathname: pathTo('members'), search: searchAddress(next) }}
              aria-label={on ? say('members.remove-filter', { filter: text }) : undefined}
            >
              {text}
              {on && <Icon of={X} size="xs" />}
            </ChipLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
