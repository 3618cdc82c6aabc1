import { useEffect } from 'react';

import type { Loadable } from './lazy-part.ts';

/** Loads parts once the page is complete and idle, so that they open at once. With data saving, nothing is loaded. */
export function useLoadAhead(...parts: readonly Pick<Loadable, 'load'>[]): void {
  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return undefined;
    const left = new AbortController();
    const load = (): void => {
      if (!left.signal.aborted) for (const part of parts) part.load().catch(() => undefined);
    };
    // Safari has no idle callbacks.
    const wait = (): unknown => ('requestIdleCallback' in window ? requestIdleCallback(load) : setTimeout(load, 200));
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, left);
    return () => left.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the parts of a component are always the same
  }, []);
}
