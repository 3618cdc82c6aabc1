import { useEffect } from 'react';

import { isLeaving } from './shell/log-out.ts';

/**
 * Lets the browser ask before the page is left or loaded again, as long as something here is kept nowhere else. Where the
 * session ends, nobody is asked: whoever stayed would see what is a member's no more.
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
