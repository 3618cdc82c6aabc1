import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { type SearchOrder, searchOrders } from '../../../contract/members/search-orders.ts';
import { userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { ChipSelect } from '../../ui/chip.tsx';
import type { Filters } from './filters.ts';

export interface OrderSelectProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
}

/** The order of the results, for members. Visitors get an order that does not reveal who is online. */
export function OrderSelect({ filters, onApply }: OrderSelectProps): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  // A search by name is sorted by name.
  if (!user || filters.name) return null;
  return (
    <ChipSelect
      aria-label={say('members.order')}
      value={filters.order}
      onChange={(event) => onApply({ ...filters, order: event.target.value as SearchOrder })}
    >
      {searchOrders.map((order) => (
        <option key={order} value={order}>
          {say(`members.order-${order}`)}
        </option>
      ))}
    </ChipSelect>
  );
}
