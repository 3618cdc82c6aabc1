import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** The event by which the page learns that a part of it stays away. */
export const partMissing = 'tealight-part-missing';

/**
 * A part of a page whose code is loaded when it is shown. If that fails, the part stays away and everything else stays as
 * it is, because somebody may be writing there. Without a connection it comes when there is one again.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  if (import.meta.env.SSR) return lazy(load);
  return lazy(() => loadOrStayAway(load));
}

/** Loads a part's code; see `lazyPart`. Never settles for a part that stays away. */
export async function loadOrStayAway<T>(load: () => Promise<T>): Promise<T> {
  // The connection may come back between the failure and the moment when it is heard of.
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
