import { matchRoutes } from 'react-router';

import { routeNames, routeOf } from './route-table.ts';

const routes = routeNames.map((name) => ({ id: name, path: routeOf(name).path, entry: routeOf(name) }));

/**
 * Headers of the page at a path, for the server that sends it: pages about members are kept out of search engines, and
 * no referrer carries on the token in an address. An unknown path has none.
 */
export function routeHeaders(path: string): Record<string, string> {
  const entry = matchRoutes(routes, path.replace(/\.data$/, ''))?.at(-1)?.route.entry;
  return {
    ...(entry && !entry.indexed && { 'x-robots-tag': 'noindex, nofollow' }),
    // The service worker tells by it who wants to leave the page without a connection (`app/worker/answer.ts`).
    ...(entry === routeOf('offline') && { 'referrer-policy': 'same-origin' }),
    ...(entry?.hasToken && { 'referrer-policy': 'no-referrer' }),
  };
}
