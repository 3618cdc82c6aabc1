import { useQuery } from '@tanstack/react-query';

import type { Tracking } from '../../contract/tracking.ts';
import { trackingQuery } from '../queries.ts';

/** Where this visitor came from, as the server knew it when it sent the page. */
export function useTracking(): Tracking | undefined {
  return useQuery(trackingQuery).data ?? undefined;
}
