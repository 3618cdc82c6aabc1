import { use } from 'react';
import { type DataRouter, UNSAFE_DataRouterContext } from 'react-router';

/** Returns the router itself, whose state is ahead of what is rendered; undefined outside of a router. */
export function useDataRouter(): DataRouter | undefined {
  return use(UNSAFE_DataRouterContext)?.router;
}
