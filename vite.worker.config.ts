import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

import { buildTargets } from './scripts/supported-browsers.ts';
import { keptRoutes } from './web/installed-app/kept-parts.ts';

const client = fileURLToPath(new URL('build/web/client', import.meta.url));

interface Route {
  parentId?: string;
}

/** The data about the pages that the worker needs. The pages are built before it (`web/installed-app/worker/build.ts`). */
function pagesBuild() {
  const names = readdirSync(join(client, 'assets'));
  const manifest = names.find((name) => /^manifest-.*\.js$/.test(name)) ?? '';
  const text = readFileSync(join(client, 'assets', manifest), 'utf8');
  const all = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as { routes: Record<string, Route> };
  const routes: Record<string, Route> = {};
  for (const name of keptRoutes)
    for (let id: string | undefined = name; id; id = all.routes[id]?.parentId) routes[id] = all.routes[id] as Route;
  const assets = names.filter((name) => /\.(js|css|woff2)$/.test(name)).map((name) => `/assets/${name}`);
  const sentences = `/assets/${names.find((name) => name.startsWith('sentences-'))}`;
  const version = createHash('sha256')
    .update([...assets, sentences].join())
    .digest('base64url')
    .slice(0, 8);
  return { version, assets, sentences, routes };
}

/** The service worker: one file beside the pages, built after them. */
export default defineConfig({
  publicDir: false,
  define: { PAGES_BUILD: JSON.stringify(pagesBuild()) },
  build: {
    target: buildTargets,
    outDir: client,
    emptyOutDir: false,
    rolldownOptions: { input: 'web/installed-app/worker/main.ts', output: { entryFileNames: 'sw.js', format: 'iife' } },
  },
});
