import { useEffect } from 'react';

import { isLeaving } from './log-out.ts';

/**
 * Makes the browser ask before the page is left or reloaded while something is not saved elsewhere. The end of a
 * session does not ask: staying would leave the member's data on screen.
 */
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
