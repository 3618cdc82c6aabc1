import { useEffect } from 'react';

/** Lets the browser ask before the page is left or loaded again, as long as something here is kept nowhere else. */
export function useAskBeforeLeaving(isUnkept: boolean): void {
  useEffect(() => {
    if (!isUnkept) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnkept]);
}
