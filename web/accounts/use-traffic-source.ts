import { useQuery } from '@tanstack/react-query';

import { trafficSourceQuery } from '../queries.ts';

/** Whether the visitor came by a partner's link, as the server sent it with the page. */
export function useTrafficSource(): boolean {
  return useQuery(trafficSourceQuery).data ?? false;
}
