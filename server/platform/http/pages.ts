import type {} from '@fastify/cookie';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouterContextProvider, ServerBuild, createRequestHandler } from 'react-router';

import type { OperationName } from '../../../contract/calls.ts';
import { dismissedIn } from '../../../contract/accounts/dismissed.ts';
import { countryCookieName, localeCookieName } from '../../../contract/platform/limits.ts';
import { writeSource } from '../../../contract/sources/read-tracking.ts';
import type { VisitorSource } from '../../../contract/sources/tracking.ts';
import type { Upload } from '../../../contract/platform/upload.ts';
import type { AppContext } from '../../context.ts';
import type { Answer, Dispatch, DispatchRequest } from '../dispatch/dispatch.ts';
import type { Refusal } from '../dispatch/refusal.ts';
import { type Body, type OpenBody, hasBody } from './bodies.ts';
import { type Encoding, chooseEncoding, compress, encodings } from './compress.ts';
import { registerFiles } from './static-files.ts';
import { ownOrigin } from './is-secure.ts';
import { setRetryAfter, sendFailure } from './http.ts';
import { type RecordVisit, createVisitCount, isMeasuredVisit } from './measured-visits.ts';
import { toPageAddress, measuringName, toPagePath } from './page-address.ts';
import { callerOfPage } from './page-caller.ts';
import type { SiteSettings } from '../site.ts';
import { type SiteFiles, registerSiteFiles } from './site-files.ts';
import { checkGaps } from './source-gap.ts';
import { newNonce, pagePolicy } from './security-headers.ts';
import { isOtherSpelling } from '../site-origin.ts';
import { inHtml } from './refusal-page.ts';
import { leadsAway, sendOn } from './send-on.ts';
import { createSharedPages } from './shared-pages.ts';
import { registerSourceChoice } from './source-choice.ts';

/** What the server passes to the pages that it renders; `web/platform/page-context.ts` declares the same shape. */
interface PageContext {
  call(name: OperationName, input: unknown): Promise<Answer<OperationName>>;
  report(error: unknown): void;
  nonce: string;
  /** Accept-Language and language cookie; the pages apply the rules of the site. */
  accepted: string | null;
  cookieLanguage: string | null;
  cookieCountry: string | null;
  cookieTheme: string | null;
  cookieDismissed: string;
  geoipCountry: string | null;
  source: VisitorSource;
  /** The public origin of the site. */
  origin: string;
  /** The files of a posted form. */
  uploads?: readonly Upload[];
  /** The rendered page, and whether it is the same for every visitor in the same circumstances. */
  html?: string;
  shared?: boolean;
  /** True if the data that all pages need could not be loaded, so that nothing was rendered. */
  isLost?: boolean;
}

/** The exports of the server entry in the build of the pages. */
interface Entry extends SiteFiles {
  pageContext: Parameters<RouterContextProvider['set']>[0];
  RouterContextProvider: typeof RouterContextProvider;
  createHandler: typeof createRequestHandler;
  /** Headers of the page at a path, from the route table. */
  routeHeaders(path: string): Record<string, string>;
  /** The route of the page at a path, or of its data. Undefined for an unknown path. */
  routeAt(path: string): string | undefined;
  /** The drawing of a lander in the colors of a niche, as SVG. Null if there is no such lander or niche. */
  shareScene(lander: string, niche: string): string | null;
  /** The placeholder for a page's source: random in each process, and never sent. */
  sourceGap: string;
}

interface PageOptions {
  dispatch: Dispatch;
  openBody: OpenBody;
  /** The folder of the built pages. */
  folder: string;
  /** Counts a visit by a link with `lb`, and that its visitor agrees to be measured. */
  recordVisit: RecordVisit;
  recordAgreement: RecordVisit;
}

/**
 * The entry point for pages: static files, then server rendering, whose `call` uses the dispatcher in the same process.
 * Returns the function that draws the previews of links.
 */
export async function registerPages(
  app: FastifyInstance,
  context: AppContext,
  { dispatch, openBody, folder, recordVisit, recordAgreement }: PageOptions,
): Promise<Pick<Entry, 'shareScene'>> {
  const build = (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as ServerBuild;
  const entry = build.entry.module as unknown as Entry;
  const render = rendererOf(build, entry);
  const sharedPages = createSharedPages(context, entry.sourceGap);
  const countVisit = createVisitCount(app, context, recordVisit);
  await registerFiles(app, join(folder, 'client'));
  registerSiteFiles(app, context, entry);
  registerSourceChoice(app, context, { openBody, recordAgreement });

  const methodsAt = (path: string): readonly string[] => methodsOfPage(build, entry.routeAt(toPagePath(path)));
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    exposeHeadRoute: false,
    config: { methodsAt },
    handler: async (request, reply) => {
      if (request.method === 'POST' && !methodsAt(toPagePath(request.url)).includes('POST'))
        return reply.callNotFound();
      const nonce = newNonce();
      const asking = await callerOfPage({ context, dispatch }, request, reply);
      const { caller, isMember, origin } = asking;
      if (isOtherSpelling(request.host, origin, context.config.publicOrigin))
        return reply.header('cache-control', 'private, no-store').redirect(`${origin}${request.url}`, 308);
      const isVisit = isMeasuredVisit(request, isMember);
      if (isVisit) countVisit(caller, reply);
      const source = { ...asking.source, isMeasured: isVisit && asking.source.choice === 'open' };
      const slot = await sharedPages.find(request.method, toPageAddress(request.url), caller, source);
      const carried = source.isCarried && caller.tracking ? writeSource(caller.tracking) : '';
      const encodingOf = (isKept: boolean): Encoding | null => encodingOfPage(request, reply, { isMember, isKept });
      if (slot?.page) {
        const fill = slot.page[encodingOf(true) ? 'gzipped' : 'plain'];
        return sendPage(reply.headers(slot.page.headers(nonce)), fill({ nonce, source: inHtml(carried) }));
      }
      const headers = entry.routeHeaders(toPagePath(request.url));
      const allowPictures = (cdnPrefix: string): void =>
        void reply.headers(Object.assign(headers, { 'content-security-policy': pagePolicy(nonce, { cdnPrefix }) }));
      allowPictures('');
      const refusals: Refusal[] = [];
      const call: PageContext['call'] = async (name, input) => {
        const answer = (name === 'getUser' && asking.user) || (await dispatch(name, input, caller));
        if (!answer.ok) refusals.push(answer);
        // Every page loads its settings, which name the origin of its pictures.
        else if (name === 'getSettings') allowPictures((answer.body as SiteSettings).cdn_prefix);
        return answer;
      };
      const page = contextOf(request, { call, report: reportTo(context, reply), nonce, caller, source, origin });
      const response = await withForm(openBody(request), request, (bytes, uploads) => {
        page.uploads = uploads;
        return render(toWebRequest(context, request, bytes), page);
      });
      copyHead(reply, response);
      if (page.isLost) return sendLost(context, reply, refusals);
      applyRefusals(reply, refusals);
      if (leadsAway(request, response)) return sendOn(reply, response);
      // A form states its own target.
      if (request.method !== 'POST') carryOn(reply, [carried, isVisit ? measuringName : '']);
      if (!page.html) return sendPage(reply, response.body ?? '');
      checkGaps(page.html, entry.sourceGap, source.isCarried);
      const isKept = page.shared === true && response.status === 200;
      if (isKept) slot?.store(page.html, nonce, headers);
      const html = page.html.replaceAll(entry.sourceGap, () => inHtml(carried));
      return sendPage(reply, await compress(html, encodingOf(isKept)));
    },
  });
  return entry;
}

/** Logs errors of a page, with a trace that leads from the answer to the log. */
function reportTo({ log }: AppContext, reply: FastifyReply): PageContext['report'] {
  return (error) => {
    const trace = randomUUID();
    void reply.header('x-trace-id', trace);
    log.error({ trace, err: error }, 'a page failed');
  };
}

/**
 * Sets `Retry-After` by the refusals, and the status of the answer to a request for page data. A form shows its
 * refusals beside its fields, so they count whatever the status of the page.
 */
function applyRefusals(reply: FastifyReply, refusals: readonly Refusal[]): void {
  // The router answers any failed load of data with 500.
  const reason = refusals.find(isWaitOrFault);
  if (reason && reply.statusCode === 500 && /\.data(?:\?|$)/.test(reply.request.url)) void reply.code(reason.status);
  for (const { status, body } of refusals)
    if (reply.request.method === 'POST' || status === reply.statusCode) setRetryAfter(reply, body);
}

/** Sends, in place of a page, the reason why the data that all pages need could not be loaded. */
function sendLost(context: AppContext, reply: FastifyReply, refusals: readonly Refusal[]): FastifyReply {
  // Nothing is loaded for an address without a route.
  if (reply.statusCode === 404) return sendFailure(context, reply, 'request.not-found');
  const refusal = refusals.find(isWaitOrFault);
  if (!refusal) return sendFailure(context, reply, 'request.failed');
  const { error, message: _message, ...values } = refusal.body;
  return sendFailure(context, reply, error, values, refusal.language);
}

function isWaitOrFault({ status }: Refusal): boolean {
  return status === 429 || status >= 500;
}

function rendererOf(build: ServerBuild, entry: Entry): (request: Request, page: PageContext) => Promise<Response> {
  const render = entry.createHandler(build, 'production') as unknown as (
    request: Request,
    context: RouterContextProvider,
  ) => Promise<Response>;
  return (request, page) => {
    const provider = new entry.RouterContextProvider();
    provider.set(entry.pageContext, page);
    return render(request, provider);
  };
}

/** The methods of a route: only a page with an action accepts forms. */
function methodsOfPage({ routes }: ServerBuild, name: string | undefined): readonly string[] {
  const route = routes[name ?? ''];
  return route ? ['GET', 'HEAD', ...(route.module.action ? ['POST'] : [])] : [];
}

/** Adds the parameters of a page's link to its redirect. */
function carryOn(reply: FastifyReply, parts: readonly string[]): void {
  const location = reply.getHeader('location');
  if (typeof location !== 'string' || !location.startsWith('/')) return;
  const query = parts.filter((part) => part !== '').join('&');
  if (query !== '') void reply.header('location', `${location}${location.includes('?') ? '&' : '?'}${query}`);
}

function contextOf(
  { cookies }: FastifyRequest,
  {
    caller,
    ...rest
  }: Pick<PageContext, 'call' | 'report' | 'nonce' | 'source' | 'origin'> & { caller: DispatchRequest },
): PageContext {
  return {
    ...rest,
    accepted: caller.acceptedLanguages ?? null,
    cookieLanguage: caller.cookies[localeCookieName] ?? null,
    cookieCountry: caller.cookies[countryCookieName] ?? null,
    cookieTheme: cookies['theme'] ?? null,
    cookieDismissed: dismissedIn(cookies['dismissed']).join('.'),
    geoipCountry: caller.geoipCountry,
  };
}

/** Runs `work` with a url-encoded form. The pages never parse multipart, which could take them seconds. */
async function withForm<T>(
  body: Body,
  request: FastifyRequest,
  work: (bytes: Buffer, uploads: readonly Upload[]) => Promise<T>,
): Promise<T> {
  if (request.method !== 'POST' || !hasBody(request)) return work(Buffer.alloc(0), []);
  try {
    const bytes = await body.urlEncoded();
    return await work(bytes, body.uploads?.() ?? []);
  } finally {
    await body.release();
  }
}

function toWebRequest(context: AppContext, request: FastifyRequest, bytes: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // A page without a referrer posts with an opaque origin, which the origin guard has already checked.
    if (name === 'origin' && value === 'null') continue;
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  if (hasBody(request)) headers.set('content-type', 'application/x-www-form-urlencoded');
  return new Request(`${ownOrigin(context, request)}${toPageAddress(request.url)}`, {
    method: request.method,
    headers,
    body: bytes.length > 0 ? new Uint8Array(bytes) : null,
  });
}

function copyHead(reply: FastifyReply, response: Response): void {
  void reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') void reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie);
}

/**
 * Chooses the compression of a page. A member's page mixes secrets with text that others influence, so its compressed
 * size could reveal the secrets (the BREACH attack): it is left to a proxy in front that handles this, or sent as it
 * is. A kept page is assembled from compressed parts, which brotli does not support.
 */
function encodingOfPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { isMember, isKept }: { isMember: boolean; isKept: boolean },
): Encoding | null {
  return isMember ? null : chooseEncoding(request, reply, isKept ? ['gzip'] : encodings);
}

function sendPage(reply: FastifyReply, body: string | Uint8Array | ReadableStream): FastifyReply {
  if (!reply.hasHeader('content-type') && !(body instanceof ReadableStream))
    void reply.type('text/html; charset=utf-8');
  // Pages are made for one person, so no cache may store them.
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-store');
  return reply.send(body);
}
