import { type RouteConfig, type RouteConfigEntry, index, layout, route } from '@react-router/dev/routes';

import { type Layout, routeNames, routeTable } from './platform/pages/route-table.ts';

const layoutFiles = {
  default: 'layouts/default-layout.tsx',
  chat: 'layouts/chat-layout.tsx',
  lander: 'layouts/lander-layout.tsx',
  empty: 'layouts/empty-layout.tsx',
} as const satisfies Record<Layout, string>;

function listRoutes(wanted: Layout | null): RouteConfigEntry[] {
  return routeNames.flatMap((name) => {
    const { path, layout: own, page } = routeTable[name];
    if (own !== wanted) return [];
    return path === '/' ? index(page, { id: name }) : route(path.slice(1), page, { id: name });
  });
}

const notFound = route('*', 'shell/not-found-page.tsx', { id: 'not-found' });

export default [
  ...(Object.keys(layoutFiles) as Layout[]).map((name) =>
    layout(layoutFiles[name], [...listRoutes(name), ...(name === 'default' ? [notFound] : [])]),
  ),
  ...listRoutes(null),
] satisfies RouteConfig;
