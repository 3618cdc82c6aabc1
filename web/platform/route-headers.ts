import { matchRoutes } from 'react-router';

import { type RouteName, routeNames, getRoute } from './route-table.ts';

const routes = routeNames.map((name) => ({ id: name, path: getRoute(name).path }));

/** The route of the page at a path, or at the path of its data. */
export function routeAt(path: string): RouteName | undefined {
  const page = path.replace(/^\/_(?:root)?\.data$|\/_\.data$|\.data$/, '') || '/';
  return matchRoutes(routes, page)?.at(-1)?.route.id;
}

/**
 * The response headers of the page at a path: pages about members stay out of search engines, and referrers never
 * contain the token of an address. Empty for an unknown path.
 */
export function routeHeaders(path: string): Record<string, string> {
  const name = routeAt(path);
  const entry = name && getRoute(name);
  return {
    ...(entry && !entry.indexed && { 'x-robots-tag': 'noindex, nofollow' }),
    // The service worker relies on the referrer to tell who leaves the offline page (`installed-app/worker/answer.ts`).
    ...(entry === getRoute('offline') && { 'referrer-policy': 'same-origin' }),
    ...(entry?.hasToken && { 'referrer-policy': 'no-referrer' }),
  };
}
