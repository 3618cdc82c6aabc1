import { useEffect, useState } from 'react';

import { takeEarlyChanges } from './early-changes.ts';

/** The event that a page dispatches once it is hydrated. */
export const hydratedEvent = 'tealight-hydrated';

let isTakingOver = true;

/** Whether the page is being hydrated, with what was done on it before. */
export const isHydrating = (): boolean => isTakingOver;

/**
 * Makes early changes of fields again and dispatches the event, from the outermost component: its effects run after those
 * of everything below. What the effects changed may be drawn in between.
 */
export function useAnnounceHydrated(): void {
  useEffect(() => {
    const changeAgain = takeEarlyChanges();
    queueMicrotask(() => {
      changeAgain();
      isTakingOver = false;
      window.dispatchEvent(new Event(hydratedEvent));
    });
  }, []);
}

/** False on the server and in the first render of the browser, then true. */
export function useIsHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
