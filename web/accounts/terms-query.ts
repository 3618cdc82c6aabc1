import { queryOptions } from '@tanstack/react-query';

import { keys } from '../platform/query-keys.ts';
import { callFrom } from '../platform/queries.ts';

export const termsQuery = queryOptions({
  queryKey: keys.terms,
  queryFn: async (context) => (await callFrom(context)('listTerms', {})).versions,
});
