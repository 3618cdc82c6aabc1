import { queryOptions } from '@tanstack/react-query';

import { callFrom, keys } from '../../platform/queries.ts';

export const termsQuery = queryOptions({
  queryKey: keys.terms,
  queryFn: async (context) => (await callFrom(context)('listTerms', {})).versions,
});

/** The query that selects a version of the terms: the UTC day it takes effect, such as `?version=2027-03-01`. */
export function buildVersionQuery(appliesAt: string): string {
  return `?version=${appliesAt.slice(0, 10)}`;
}
