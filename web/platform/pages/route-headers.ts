import { matchRoutes } from 'react-router';

import { type RouteName, routeNames, routeTable } from './route-table.ts';

const routes = routeNames.map((name) => ({ id: name, path: routeTable[name].path }));

export function routeAt(path: string): RouteName | undefined {
  const page = path.replace(/^\/_(?:root)?\.data$|\/_\.data$|\.data$/, '') || '/';
  return matchRoutes(routes, page)?.at(-1)?.route.id;
}

/**
 * Returns the headers of a page; none for an unknown path. Pages about members stay out of search engines, and tokens
 * out of referrers.
 */
export function routeHeaders(path: string): Record<string, string> {
  const name = routeAt(path);
  const entry = name && routeTable[name];
  return {
    ...(entry && !entry.indexed && { 'x-robots-tag': 'noindex, nofollow' }),
    // By the referrer, the service worker tells who leaves the offline page (`installed-app/worker/respond.ts`).
    ...(entry === routeTable['offline'] && { 'referrer-policy': 'same-origin' }),
    ...(entry?.hasToken && { 'referrer-policy': 'no-referrer' }),
  };
}
