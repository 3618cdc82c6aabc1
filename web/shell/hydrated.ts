import { useEffect, useState } from 'react';

/** The event that a page dispatches once it is hydrated. */
export const hydratedEvent = 'tealight-hydrated';

/** Dispatches the event, from the outermost component: its effects run after those of everything below. */
export function useAnnounceHydrated(): void {
  useEffect(() => void window.dispatchEvent(new Event(hydratedEvent)), []);
}

/** False on the server and in the first render of the browser, then true. */
export function useIsHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
