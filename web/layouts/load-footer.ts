import type { LoaderFunctionArgs } from 'react-router';

import { browserQueries, getPageQueries, readContext } from '../platform/page.ts';
import { companyQuery, methodsQuery } from '../platform/queries.ts';

/** Loader of a layout with a footer, which names the company and the payment methods. */
export async function loadFooter({ context }: LoaderFunctionArgs): Promise<null> {
  const queries = getPageQueries(readContext(context));
  // The page can do without the methods.
  await Promise.all([queries.ensureQueryData(companyQuery), queries.prefetchQuery(methodsQuery)]);
  return null;
}

/** In the browser, the footer appears when its data arrives; no page waits for it. */
export async function prefetchFooter(): Promise<null> {
  void browserQueries?.prefetchQuery(companyQuery);
  void browserQueries?.prefetchQuery(methodsQuery);
  return null;
}
