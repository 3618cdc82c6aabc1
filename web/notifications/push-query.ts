import { queryOptions } from '@tanstack/react-query';

import { call } from '../call.ts';

export const pushKey = ['push'] as const;

/** Which browsers of the member get pushes, and of which kinds. Asked for in the browser alone, which has the other half. */
export const pushQuery = queryOptions({ queryKey: pushKey, queryFn: ({ signal }) => call('getPush', {}, { signal }) });
