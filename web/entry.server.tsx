import { QueryClientProvider } from '@tanstack/react-query';
import {
  type EntryContext,
  RouterContextProvider,
  ServerRouter,
  createRequestHandler as createHandler,
  isRouteErrorResponse,
} from 'react-router';

import { manifest } from './installed-app/manifest.ts';
import { CallError } from './platform/call.ts';
import { pageContext } from './platform/page-context.ts';
import { type PageHandle, getPageQueries } from './platform/page.ts';
import { addEntryWarning } from './age-gate/add-entry-warning.tsx';
import { shareScene } from './landers/share-scene.tsx';
import { deferHydration } from './platform/defer-hydration.ts';
import { addShareHead } from './share/add-share-head.tsx';
import { addSourceBar } from './sources/add-source-bar.tsx';
import { sourceGap } from './sources/visitor-source.ts';
import { readHandoff, renderWhole } from './platform/render-whole.ts';
import { NonceContext } from './platform/nonce.ts';
import { routeAt, routeHeaders } from './platform/route-headers.ts';
import { robots, sitemap, sitemapIndex } from './share/site-files.ts';
import { PlainWords } from './shell/error-page.tsx';
import { addTestMark } from './shell/add-test-mark.tsx';

// The server imports these from the build: importing the router itself would load a second copy.
export {
  createHandler,
  pageContext,
  RouterContextProvider,
  routeAt,
  routeHeaders,
  robots,
  sitemap,
  sitemapIndex,
  manifest,
  shareScene,
  sourceGap,
};

/** Reports unexpected errors. Refusals were logged with their call, and an unknown address is not our error. */
export function handleError(error: unknown, { context }: { context: RouterContextProvider }): void {
  if (error instanceof CallError || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(pageContext).report(error);
}

/** Renders a page into its context, where the server finds it. The response has no body. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pageContext);
  const { errors, loaderData } = entry.staticHandlerContext;
  if (errors && !loaderData['root']) {
    page.isLost = true;
    return new Response(null, { headers, status });
  }
  await readHandoff(entry);
  let html: string;
  try {
    html = renderWhole(
      <NonceContext value={page.nonce}>
        <QueryClientProvider client={getPageQueries(page)}>
          <ServerRouter context={entry} url={request.url} nonce={page.nonce} />
        </QueryClientProvider>
      </NonceContext>,
    );
  } catch (error) {
    // A page that fails is rendered again as the error page. If that fails too, nothing is left to try.
    if (!errors) throw error;
    html = lastResort;
  }
  headers.set('content-type', 'text/html; charset=utf-8');
  const handle = findHandle(entry);
  const match = entry.staticHandlerContext.errors ? undefined : entry.staticHandlerContext.matches.at(-1);
  const place = { route: match?.route.id, params: match?.params ?? {}, page, url: new URL(request.url) };
  for (const add of [addEntryWarning, addSourceBar, addShareHead, addTestMark]) html = await add(html, place);
  page.shared = handle?.program !== undefined && handle.kept !== false;
  page.html = handle?.program === 'deferred' ? deferHydration(html, page.nonce) : html;
  return new Response(null, { headers, status });
}

const lastResort = renderWhole(
  <html lang="en">
    <head>
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <title>Error</title>
    </head>
    <body>
      <PlainWords />
    </body>
  </html>,
);

/** The page's handle; undefined if the page failed. */
function findHandle({ staticHandlerContext, routeModules }: EntryContext): PageHandle | undefined {
  if (staticHandlerContext.errors) return undefined;
  const page = staticHandlerContext.matches.at(-1)?.route.id ?? '';
  return routeModules[page]?.handle as PageHandle | undefined;
}
