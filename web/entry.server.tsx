import { QueryClientProvider } from '@tanstack/react-query';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';

import { pageContext } from './page-context.ts';
import { queriesOf } from './page.ts';
import { quieten } from './quiet.ts';
import { NonceContext } from './root.tsx';

export { pageContext };

const renderWithinMs = 5_000;

/** Renders a page. It is sent as soon as its shell stands; everything it needs was loaded before. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pageContext);
  const body = await renderToReadableStream(
    <NonceContext value={page.nonce}>
      <QueryClientProvider client={queriesOf(page)}>
        <ServerRouter context={entry} url={request.url} nonce={page.nonce} />
      </QueryClientProvider>
    </NonceContext>,
    { nonce: page.nonce, signal: AbortSignal.timeout(renderWithinMs) },
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  if (isQuiet(entry)) return new Response(quieten(await new Response(body).text(), page.nonce), { headers, status });
  return new Response(body, { headers, status });
}

/** Whether the page says of itself that it works without its program. */
function isQuiet({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const page = staticHandlerContext.matches.at(-1)?.route.id ?? '';
  return (routeModules[page]?.handle as { quiet?: boolean } | undefined)?.quiet === true;
}
