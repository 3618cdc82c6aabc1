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

async function loadOrStayAway<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (navigator.onLine) {
      window.dispatchEvent(new Event(partMissing));
      return await new Promise<never>(() => undefined);
    }
    await new Promise((resume) => window.addEventListener('online', resume, { once: true }));
    return loadOrStayAway(load);
  }
}
