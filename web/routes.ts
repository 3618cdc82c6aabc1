import { type RouteConfig, type RouteConfigEntry, index, layout, route } from '@react-router/dev/routes';

import { type Layout, type RouteName, routeTable } from './route-table.ts';

/** The built routes of one layout, each under its name. */
function routesOf(wanted: Layout): RouteConfigEntry[] {
  const entries: RouteConfigEntry[] = [];
  for (const name of Object.keys(routeTable) as RouteName[]) {
    const { path, layout: own, page } = routeTable[name];
    if (own !== wanted || page === null) continue;
    entries.push(path === '/' ? index(page, { id: name }) : route(path.slice(1), page, { id: name }));
  }
  return entries;
}

export default [
  layout('shell/default-layout.tsx', [
    ...routesOf('default'),
    route('*', 'shell/not-found-page.tsx', { id: 'not-found' }),
  ]),
  layout('shell/chat-layout.tsx', routesOf('chat')),
  layout('shell/empty-layout.tsx', routesOf('empty')),
  route(routeTable['lang-config'].path.slice(1), 'shell/language-action.ts', { id: 'language-action' }),
] satisfies RouteConfig;
