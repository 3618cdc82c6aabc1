import { matchRoutes } from 'react-router';

import { type RouteName, routeNames, routeOf } from './route-table.ts';

const routes = routeNames.map((name) => ({ id: name, path: routeOf(name).path }));

/** The route of the page at a path, or at that of its data. */
export function routeAt(path: string): RouteName | undefined {
  const page = path.replace(/^\/_(?:root)?\.data$|\/_\.data$|\.data$/, '') || '/';
  return matchRoutes(routes, page)?.at(-1)?.route.id;
}

/**
 * Headers of the page at a path, for the server that sends it: pages about members are kept out of search engines, and
 * no referrer carries on the token in an address. An unknown path has none.
 */
export function routeHeaders(path: string): Record<string, string> {
  const name = routeAt(path);
  const entry = name && routeOf(name);
  return {
    ...(entry && !entry.indexed && { 'x-robots-tag': 'noindex, nofollow' }),
    // The service worker tells by it who wants to leave the page without a connection (`app/worker/answer.ts`).
    ...(entry === routeOf('offline') && { 'referrer-policy': 'same-origin' }),
    ...(entry?.hasToken && { 'referrer-policy': 'no-referrer' }),
  };
}
