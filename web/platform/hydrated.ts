import { useEffect, useState } from 'react';

import { takeEarlyChanges } from './early-changes.ts';

/** The event that a page dispatches once it is hydrated. */
export const hydratedEvent = 'tealight-hydrated';

let isTakingOver = true;

/** True until the page is hydrated and early changes of fields are repeated. */
export const isHydrating = (): boolean => isTakingOver;

/**
 * Repeats early changes of fields and dispatches the event. For the outermost component, whose effects run after
 * those of everything below. React may render changes from those effects in between.
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
