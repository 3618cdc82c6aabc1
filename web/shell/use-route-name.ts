import { useMatches } from 'react-router';

import { type RouteName, routeTable } from '../platform/route-table.ts';

/** The name of the page's route; undefined if no route matches. */
export function useRouteName(): RouteName | undefined {
  const id = useMatches().at(-1)?.id;
  return id !== undefined && Object.hasOwn(routeTable, id) ? (id as RouteName) : undefined;
}
