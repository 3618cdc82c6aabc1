import type { LoaderFunctionArgs } from 'react-router';

import { browserQueries, queriesOf, readContext } from '../page.ts';
import { companyQuery } from '../queries.ts';

/** Loader of a layout with a footer, which names the company. */
export async function loadCompany({ context }: LoaderFunctionArgs): Promise<null> {
  await queriesOf(readContext(context)).ensureQueryData(companyQuery);
  return null;
}

/** In the browser, the footer appears when its data arrives; no page waits for it. */
export async function prefetchCompany(): Promise<null> {
  void browserQueries?.prefetchQuery(companyQuery);
  return null;
}
