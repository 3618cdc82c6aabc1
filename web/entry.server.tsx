import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  RouterContextProvider,
  ServerRouter,
  createRequestHandler as createHandler,
  isRouteErrorResponse,
} from 'react-router';

import { AgeGate } from './age-gate/age-gate.tsx';
import { manifest } from './installed-app/manifest.ts';
import { shareScene } from './landers/share-scene.tsx';
import { CallError } from './platform/calls/call.ts';
import { DeferredProgram } from './platform/pages/deferred-program.tsx';
import { type PageContext, type ServedPage, ServedPageContext, pageContext } from './platform/pages/page-context.ts';
import { type PageHandle, callInProcess, getPageQueries } from './platform/pages/page.ts';
import { companyQuery, createQueries, settingsQuery } from './platform/calls/queries.ts';
import { routeAt, routeHeaders } from './platform/pages/route-headers.ts';
import { type RouteName, routeTable } from './platform/pages/route-table.ts';
import { useSay } from './platform/sentences/sentences.tsx';
import { ShareHead } from './share/share-head.tsx';
import { robots, sitemap, sitemapIndex } from './share/site-files.ts';
import { PlainWords } from './shell/error-page.tsx';
import { SourceBar } from './sources/source-bar.tsx';

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
};

/** Reports unexpected errors. Refusals were logged with their call, and an unknown address is not our error. */
export function handleError(error: unknown, { context }: { context: RouterContextProvider }): void {
  if (error instanceof CallError || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(pageContext).report(error);
}

/**
 * Renders the page into the context, where the server finds it: the response has no body. All data is loaded, so
 * nothing suspends: streaming would add chunks of 2 KB and async hooks that slow down every promise. Lazy components
 * render only in the browser.
 */
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
  const name = findName(entry);
  const served = { page, name, company: name && (await findCompany(page, name)), around };
  const render = (shown: EntryContext, program?: ServedPage['program']): string =>
    renderToString(
      <ServedPageContext value={{ ...served, program }}>
        <QueryClientProvider client={getPageQueries(page)}>
          <ServerRouter context={shown} url={request.url} nonce={page.nonce} />
        </QueryClientProvider>
      </ServedPageContext>,
    );
  try {
    // Without the stream, the page does not hand the data of its loaders to a program that it does not render.
    const html = isDeferred(entry)
      ? render({ ...entry, serverHandoffStream: undefined }, <DeferredProgram html={render(entry, 'alone')} />)
      : render(entry);
    page.html = doctype + html;
  } catch (error) {
    // A page that fails is rendered again as the error page. If that fails too, nothing is left to try.
    if (!errors) throw error;
    page.html = lastResort;
  }
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(null, { headers, status });
}

const around: ServedPage['around'] = {
  head: <ShareHead />,
  before: <AgeGate />,
  after: (
    <>
      <SourceBar />
      <TestMark />
    </>
  ),
};

const doctype = '<!DOCTYPE html>';

const lastResort =
  doctype +
  renderToString(
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

/** Reads the loader data for the browser before rendering: the router would suspend on it. */
async function readHandoff(entry: EntryContext): Promise<void> {
  if (!entry.serverHandoffStream) return;
  const decoder = new TextDecoder();
  let value = '';
  for await (const piece of entry.serverHandoffStream) value += decoder.decode(piece, { stream: true });
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
  entry.renderMeta = { ...entry.renderMeta, streamCache: { 0: read } };
}

function findName({ staticHandlerContext: { errors, matches } }: EntryContext): RouteName | undefined {
  const id = matches.at(-1)?.route.id;
  return !errors && id !== undefined && Object.hasOwn(routeTable, id) ? (id as RouteName) : undefined;
}

function isDeferred({ staticHandlerContext: { errors, matches }, routeModules }: EntryContext): boolean {
  const handle = routeModules[matches.at(-1)?.route.id ?? '']?.handle as PageHandle | undefined;
  return !errors && handle?.program === 'deferred';
}

/** Finds the operator of the site, for search engines. The browser gets only what the page itself loads. */
async function findCompany(page: PageContext, name: RouteName): Promise<ServedPage['company']> {
  if (!routeTable[name].indexed) return undefined;
  const known = getPageQueries(page).getQueryData(companyQuery.queryKey);
  return known ?? createQueries(callInProcess(page)).ensureQueryData(companyQuery);
}

/** Nobody may take purchases for real ones. Only the server renders the label, so that no browser loads its code. */
export function TestMark(): ReactElement | null {
  const say = useSay();
  if (!useQuery(settingsQuery).data?.payments_test) return null;
  return (
    <div
      role="note"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center border-t-3 border-danger"
    >
      <p className="rounded-b-photo bg-danger px-3 pb-0.5 text-12 leading-tight font-bold text-on-danger">
        {say('common.test-payments')}
      </p>
    </div>
  );
}
