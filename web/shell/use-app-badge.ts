import { useEffect } from 'react';

import { useUnreadCounts } from './unread-counts.ts';

/** Shows unread messages and new likes on the app's badge. Failures are ignored (specification, section 8). */
export function useAppBadge(): void {
  const { total } = useUnreadCounts();
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    const done = total > 0 ? navigator.setAppBadge(total) : navigator.clearAppBadge();
    done.catch(() => undefined);
  }, [total]);
}
