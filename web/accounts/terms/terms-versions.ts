import { queryOptions } from '@tanstack/react-query';

import { callFrom, keys } from '../../platform/calls/queries.ts';

export const termsQuery = queryOptions({
  queryKey: keys.terms,
  queryFn: async (context) => (await callFrom(context)('listTerms', {})).versions,
});

/** Builds the query that selects the version of the terms of a UTC day, such as `?version=2027-03-01`. */
export function buildVersionQuery(appliesAt: string): string {
  return `?version=${appliesAt.slice(0, 10)}`;
}
