import { type ComponentType, type LazyExoticComponent, Suspense, createElement, lazy } from 'react';

/** The event that tells the page that one of its parts failed to load. */
export const partMissing = 'tealight-part-missing';

/** Loads code when shown or back online. If that fails, only this part stays away: the member may be typing. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  if (import.meta.env.SSR) return lazy(load);
  return lazy(() => loadOrStayAway(load));
}

/** A lazy part that leaves its place empty until it is loaded. */
export function latePart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazyPart(load);
  return (props) => createElement(Suspense, { fallback: null }, createElement(Part, props));
}

/** Loads a part; never settles if it stays away. */
export async function loadOrStayAway<T>(load: () => Promise<T>): Promise<T> {
  // The connection may come back between the failure and its notification.
  const wasOnline = navigator.onLine;
  try {
    return await load();
  } catch {
    if (wasOnline && navigator.onLine) {
      window.dispatchEvent(new Event(partMissing));
      return await new Promise<never>(() => undefined);
    }
    if (!navigator.onLine) await new Promise((resume) => window.addEventListener('online', resume, { once: true }));
    return loadOrStayAway(load);
  }
}
