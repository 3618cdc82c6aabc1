import { useQuery } from '@tanstack/react-query';

import type { Tracking } from '../../contract/tracking.ts';
import { trackingQuery } from '../queries.ts';

/** The visitor's tracking data, as the server sent it with the page. */
export function useTracking(): Tracking | undefined {
  return useQuery(trackingQuery).data ?? undefined;
}
