import { useEffect } from 'react';

// Module state, one per page: it ends with the session, so nothing sets this back but a failed logout.
let leaving = false;

/**
 * True once the page is being left. The live channel may report the end before the call responds; nothing more is
 * fetched for the page then.
 */
export function isLeaving(): boolean {
  return leaving;
}

export function markLeaving(begins = true): void {
  leaving = begins;
}

/** Asks before unkept input is left, but not at the end of a session, when staying would leave data on screen. */
export function useAskBeforeLeaving(isUnkept: boolean): void {
  useEffect(() => {
    if (!isUnkept) return;
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnkept]);
}
