import { useEffect } from 'react';

import { showBadge } from '../platform/app-badge.ts';
import { useUnreadCounts } from './unread-counts.ts';

/** Shows unread messages and new likes on the app's badge. */
export function useAppBadge(): void {
  const { total } = useUnreadCounts();
  useEffect(() => {
    void showBadge(total);
  }, [total]);
}
