import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** The event that tells the page that one of its parts failed to load. */
export const partMissing = 'tealight-part-missing';

/**
 * A part of a page whose code is loaded when it is shown. If that fails, only this part stays away, because the
 * member may be typing elsewhere on the page. Without a connection, it is loaded once there is one again.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  if (import.meta.env.SSR) return lazy(load);
  return lazy(() => loadOrStayAway(load));
}

/** Loads a part's code; see `lazyPart`. Never settles if the part stays away. */
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
