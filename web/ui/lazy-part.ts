import { type ComponentType, createElement, useEffect, useState } from 'react';

/** The event that tells the page that one of its parts failed to load. */
export const partMissing = 'tealight-part-missing';

/** A part that can be loaded before it is shown. */
export interface Loadable {
  /** Loads the code once; a failed load can be repeated. */
  load: () => Promise<void>;
  isLoaded: () => boolean;
}

/**
 * Makes a part that is shown only after hydration. It is loaded when it is first shown, or once the connection is back,
 * and leaves its place empty until then. If that fails, only this part stays away: the member may be typing. It does
 * without `Suspense`, which would hide it for another 300 ms after its code has arrived.
 */
export function latePart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & Loadable {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const part = {
    isLoaded: () => loaded !== undefined,
    load: () =>
      (loading ??= load().then(
        (module) => void (loaded = module.default),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      )),
  };
  function LatePart(props: Props) {
    const [Part, show] = useState(() => loaded);
    useEffect(() => {
      if (!Part) void loadOrStayAway(part.load).then(() => show(() => loaded));
    }, [Part]);
    return Part ? createElement(Part, props) : null;
  }
  return Object.assign(LatePart, part);
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
