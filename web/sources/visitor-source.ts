import { useQuery } from '@tanstack/react-query';
import { use } from 'react';

import { type VisitorSource, noSource } from '../../contract/sources/tracking.ts';
import { visitorSourceQuery } from '../platform/calls/queries.ts';
import { landedSource } from '../platform/calls/call.ts';
import { addQuery } from '../platform/pages/route-table.ts';
import { ServedPageContext } from '../platform/pages/page-context.ts';

/**
 * Returns the partner's link by which the visitor came, and the visitor's choice, as the server sent them with the
 * page.
 */
export function useVisitorSource(): VisitorSource {
  return useQuery(visitorSourceQuery).data ?? noSource;
}

/** Returns the source that the page itself passes on, as a query string; '' if there is none, or a cookie has it. */
export function useCarriedSource(): string {
  const served = use(ServedPageContext);
  return useVisitorSource().isCarried ? (served?.page.carried ?? landedSource) : '';
}

export function withSource(path: string, source: string): string {
  return addQuery(path, source);
}
