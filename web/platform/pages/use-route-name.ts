import { useMatches } from 'react-router';

import type { PageHandle } from './page.ts';
import { type RouteName, routeTable } from './route-table.ts';

export function useRouteName(): RouteName | undefined {
  const id = useMatches().at(-1)?.id;
  return id !== undefined && Object.hasOwn(routeTable, id) ? (id as RouteName) : undefined;
}

/** True if the page loads the app's code, at once or later: without it, only links and forms work. */
export function useHasProgram(): boolean {
  return useMatches().every(({ handle }) => (handle as PageHandle | undefined)?.program !== 'never');
}
