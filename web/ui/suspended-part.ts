import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

import { loadOrStayAway } from './lazy-part.ts';

/** Makes a part within a `Suspense` that has something to show until it is loaded, and stays away if that fails. */
export function suspendedPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(import.meta.env.SSR ? load : () => loadOrStayAway(load));
}
