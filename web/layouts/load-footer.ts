import type { LoaderFunctionArgs } from 'react-router';

import { browserQueries, getPageQueries, readContext } from '../platform/pages/page.ts';
import { companyQuery, methodsQuery } from '../platform/calls/queries.ts';

export async function loadFooter({ context }: LoaderFunctionArgs): Promise<null> {
  const queries = getPageQueries(readContext(context));
  // The page can do without the methods.
  await Promise.all([queries.ensureQueryData(companyQuery), queries.prefetchQuery(methodsQuery)]);
  return null;
}

/** Loads the footer in the browser, where it appears when its data arrives; no page waits for it. */
export async function prefetchFooter(): Promise<null> {
  void browserQueries?.prefetchQuery(companyQuery);
  void browserQueries?.prefetchQuery(methodsQuery);
  return null;
}
