import { queryOptions } from '@tanstack/react-query';

import { keys } from '../cache/query-keys.ts';
import { call } from '../call.ts';

/** Which browsers of the member get pushes, and of which kinds. Asked for in the browser alone, which has the other half. */
export const pushQuery = queryOptions({
  queryKey: keys.push,
  queryFn: ({ signal }) => call('getPush', {}, { signal }),
});
