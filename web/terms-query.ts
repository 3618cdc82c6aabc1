import { queryOptions } from '@tanstack/react-query';

import { keys } from './cache/query-keys.ts';
import { callFrom } from './queries.ts';

export const termsQuery = queryOptions({
  queryKey: keys.terms,
  queryFn: async (context) => (await callFrom(context)('listTerms', {})).versions,
});
