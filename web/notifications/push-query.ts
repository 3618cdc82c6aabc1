import { queryOptions } from '@tanstack/react-query';

import { keys } from '../platform/query-keys.ts';
import { call } from '../platform/call.ts';

/** The member's browsers with pushes, and the kinds. Fetched in the browser only, which has the rest of the state. */
export const pushQuery = queryOptions({
  queryKey: keys.push,
  queryFn: ({ signal }) => call('getPush', {}, { signal }),
});
