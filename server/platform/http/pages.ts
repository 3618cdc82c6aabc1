import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouterContextProvider, ServerBuild, createRequestHandler } from 'react-router';

import type { OperationName } from '../../../contract/calls.ts';
import { countryCookieName, localeCookieName } from '../../../contract/platform/limits.ts';
import type { PageContext } from '../../../contract/page-context.ts';
import type { Upload } from '../../../contract/platform/upload.ts';
import type { AppContext, Visit } from '../context.ts';
import type { CallResponse, Dispatch, DispatchRequest } from '../dispatch/dispatch.ts';
import type { Refusal } from '../dispatch/refusal.ts';
import { isOtherSpelling, siteOrigin } from '../site-origin.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { type Body, type OpenBody, hasBody } from './bodies.ts';
import { chooseEncoding, compress } from './compress.ts';
import { sendFailure, setRetryAfter } from './http.ts';
import { ownOrigin } from './origin-guard.ts';
import { toPageAddress, toPagePath } from './page-address.ts';
import { storeLanguage, toRequest } from './request.ts';
import { newNonce, pagePolicy } from './security-headers.ts';
import { type Filling, type KeptPage, type PageSlot, createSharedPages, keepPage } from './shared-pages.ts';
import { registerFiles } from './static-files.ts';

interface Entry {
  pageContext: Parameters<RouterContextProvider['set']>[0];
  RouterContextProvider: typeof RouterContextProvider;
  createHandler: typeof createRequestHandler;
  routeHeaders(path: string): Record<string, string>;
  /** The route of the page at a path, or of its data. Undefined for an unknown path. */
  routeAt(path: string): string | undefined;
}

/** The visits of pages, as a module reads and counts them. */
export interface PageVisits {
  /** True for a parameter of an address that no page reads. */
  isLeftOut(parameter: string): boolean;
  open(request: FastifyRequest, reply: FastifyReply, isMember: boolean): PageVisit;
}

interface PageVisit {
  visit: Visit;
  /** Entries of the page's context. Visitors with the same facts get the same page. */
  facts: object;
  /** Written into the page, for its own calls and links; different for each visitor. */
  carried: string;
  /** The parameters that a redirect passes on. */
  onward: string;
  /** Counts the visit once its page is sent. */
  count(caller: DispatchRequest): void;
}

interface PageOptions {
  /** The dispatcher of a posted form. */
  dispatch: Dispatch;
  /** Opens the dispatcher of one page, whose reads share a session. */
  openDispatch(): Dispatch;
  openBody: OpenBody;
  folder: string;
  visits: PageVisits;
  /** The operation that all pages of a member call, and which refuses visitors with session.missing. */
  memberCall: OperationName;
  /** The origin of pictures, if this is the response that names it; every page requests that. */
  pictureOrigin(name: OperationName, body: unknown): string | undefined;
}

/** Serves static files, then renders in the same process. Returns what else the built pages offer the server. */
export async function registerPages<Extras>(
  app: FastifyInstance,
  context: AppContext,
  options: PageOptions,
): Promise<Extras> {
  const build = (await import(pathToFileURL(join(options.folder, 'server/index.js')).href)) as ServerBuild;
  const entry = build.entry.module as unknown as Entry & Extras;
  const program: Program = { context, options, entry, render: createRenderer(build, entry) };
  const sharedPages = createSharedPages(context);
  await registerFiles(app, join(options.folder, 'client'));

  const methodsAt = (path: string): readonly string[] => methodsOfPage(build, entry.routeAt(toPagePath(path)));
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    exposeHeadRoute: false,
    config: { methodsAt },
    handler: async (request, reply) => {
      const observe = (page: string): void =>
        context.metrics.observe('page_seconds', reply.elapsedTime / 1_000, { page });
      const path = toPagePath(request.url);
      if (request.method === 'POST' && !methodsAt(path).includes('POST')) return reply.callNotFound();
      const pageCaller = await findPageCaller(context, options, request, reply);
      const { caller, origin, visit } = pageCaller;
      if (isOtherSpelling(request.host, origin, context.config.publicOrigin))
        return reply.header('cache-control', 'private, no-store').redirect(`${origin}${request.url}`, 308);
      visit.count(caller);
      const address = toPageAddress(request.url, options.visits.isLeftOut);
      const sharedPage = await sharedPages.find(request.method, address, caller, visit.facts);
      const nonce = newNonce();
      const kept = sharedPage?.page;
      if (kept) {
        observe('kept');
        return sendKept(request, reply.headers(kept.headers(nonce)), kept, buildFilling(nonce, visit));
      }
      // Matching the route takes longer than sending a kept page.
      const route = entry.routeAt(path);
      const cacheSlot = sharedPage && mayKeepPage(build, route) ? sharedPage : undefined;
      const asked: AskedPage = { ...pageCaller, request, reply, path, address, nonce, cacheSlot };
      const rendered = await renderPage(program, asked);
      observe(route ?? 'none');
      return sendRendered(asked, rendered);
    },
  });
  return entry;
}

/** The built pages, and what they are rendered with. */
interface Program {
  context: AppContext;
  options: PageOptions;
  entry: Entry;
  render(request: Request, page: PageContext): Promise<Response>;
}

interface AskedPage extends PageCaller {
  request: FastifyRequest;
  reply: FastifyReply;
  path: string;
  address: string;
  nonce: string;
  /** Where the page is kept for visitors in the same circumstances, if it may be. */
  cacheSlot: PageSlot | undefined;
}

interface RenderedPage {
  context: AppContext;
  page: PageContext;
  response: Response;
  refusals: readonly Refusal[];
  /** The headers that a kept page is sent with again. */
  headers: Record<string, string>;
  /** Stands in a page that may be kept where each response gets its visitor's source. */
  sourceMark: string;
}

/** Renders a page. The operations that it calls run in process, and their refusals are kept for the response. */
async function renderPage({ context, options, entry, render }: Program, asked: AskedPage): Promise<RenderedPage> {
  const { request, reply, caller, nonce, origin, visit, cacheSlot } = asked;
  // Random and never sent, so nobody can write it into a text.
  const sourceMark = randomUUID();
  const headers = entry.routeHeaders(asked.path);
  const allowPictures = (cdnPrefix: string): void =>
    void reply.headers(Object.assign(headers, { 'content-security-policy': pagePolicy(nonce, { cdnPrefix }) }));
  allowPictures('');
  const refusals: Refusal[] = [];
  const call: PageContext['call'] = async (name, input) => {
    const response = (name === options.memberCall && asked.user) || (await asked.dispatch(name, input, caller));
    if (!response.ok) refusals.push(response);
    const pictures = response.ok ? options.pictureOrigin(name, response.body) : undefined;
    if (pictures !== undefined) allowPictures(pictures);
    return response;
  };
  const carried = cacheSlot && visit.carried !== '' ? sourceMark : visit.carried;
  const pageFacts = { ...visit.facts, nonce, caller, origin, carried };
  const page = buildContext(request, { ...pageFacts, call, report: reportTo(context, reply) });
  const response = await withForm(options.openBody(request), request, (bytes, uploads) => {
    page.uploads = uploads;
    return render(toWebRequest(context, request, { address: asked.address, bytes }), page);
  });
  return { context, page, response, refusals, headers, sourceMark };
}

async function sendRendered(asked: AskedPage, rendered: RenderedPage): Promise<FastifyReply> {
  const { request, reply, nonce, visit, isMember, cacheSlot } = asked;
  const { context, page, response, refusals } = rendered;
  copyHead(reply, response);
  if (page.isLost) return sendLost(context, reply, refusals);
  applyRefusals(reply, refusals);
  if (leadsAway(request, response)) return sendRefresh(reply, response);
  // A form states its own target.
  if (request.method !== 'POST') appendQueryToLocation(reply, visit.onward);
  if (!page.html) return sendPage(reply, response.body ?? '');
  // A member's page mixes secrets with text that others influence, so its compressed size could reveal the secrets
  // (the BREACH attack): it is left to a proxy in front that handles this, or sent as it is.
  if (!cacheSlot) return sendPage(reply, await compress(page.html, isMember ? null : chooseEncoding(request, reply)));
  const kept = keepPage(page.html, { nonce, source: rendered.sourceMark });
  const filling = buildFilling(nonce, visit);
  if (response.status !== 200)
    return sendPage(reply, await compress(kept.plain(filling).toString(), chooseEncoding(request, reply)));
  if (request.method === 'GET') cacheSlot.store(kept, nonce, rendered.headers);
  return sendKept(request, reply, kept, filling);
}

const buildFilling = (nonce: string, { carried }: PageVisit): Filling => ({ nonce, source: escapeHtml(carried) });

/** Logs errors of a page, with a trace that leads from the response to the log. */
function reportTo({ log }: AppContext, reply: FastifyReply): PageContext['report'] {
  return (error) => {
    const trace = reply.request.id;
    void reply.header('x-trace-id', trace);
    log.error({ trace, err: error }, 'a page failed');
  };
}

/**
 * Gives the page the status and the waiting time of its refusals. A form shows refusals beside its fields, so they
 * count whatever the status of the page.
 */
function applyRefusals(reply: FastifyReply, refusals: readonly Refusal[]): void {
  // The router responds to any failed load of data with 500.
  const reason = refusals.find(isWaitOrFault);
  if (reason && reply.statusCode === 500 && /\.data(?:\?|$)/.test(reply.request.url)) void reply.code(reason.status);
  for (const { status, body } of refusals)
    if (reply.request.method === 'POST' || status === reply.statusCode) setRetryAfter(reply, body);
}

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

function createRenderer(build: ServerBuild, entry: Entry): (request: Request, page: PageContext) => Promise<Response> {
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

/** Returns the methods of a page. Only one with an action accepts forms. */
function methodsOfPage({ routes }: ServerBuild, name: string | undefined): readonly string[] {
  const route = routes[name ?? ''];
  return route ? ['GET', 'HEAD', ...(route.module.action ? ['POST'] : [])] : [];
}

/** True if visitors in the same circumstances get the same page (`PageOptions` in `web/platform/pages/page.ts`). */
function mayKeepPage({ routes }: ServerBuild, name: string | undefined): boolean {
  const handle = routes[name ?? '']?.module.handle as { program?: string; kept?: false } | undefined;
  return handle?.program !== undefined && handle.kept !== false;
}

function appendQueryToLocation(reply: FastifyReply, query: string): void {
  const location = reply.getHeader('location');
  if (typeof location !== 'string' || !location.startsWith('/')) return;
  if (query !== '') void reply.header('location', `${location}${location.includes('?') ? '&' : '?'}${query}`);
}

function buildContext(
  { cookies }: FastifyRequest,
  {
    caller,
    ...rest
  }: Pick<PageContext, 'call' | 'report' | 'nonce' | 'carried' | 'origin'> & { caller: DispatchRequest },
): PageContext {
  return {
    ...rest,
    accepted: caller.acceptedLanguages ?? null,
    cookieLanguage: caller.cookies[localeCookieName] ?? null,
    cookieCountry: caller.cookies[countryCookieName] ?? null,
    cookieTheme: cookies['theme'] ?? null,
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

function toWebRequest(
  context: AppContext,
  request: FastifyRequest,
  { address, bytes }: { address: string; bytes: Buffer },
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // A page without a referrer posts with an opaque origin, which the origin guard has already checked.
    if (name === 'origin' && value === 'null') continue;
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  if (hasBody(request)) headers.set('content-type', 'application/x-www-form-urlencoded');
  return new Request(`${ownOrigin(context, request)}${address}`, {
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

/** Sends a page that is the same for many visitors: it is assembled from compressed parts, as brotli cannot. */
function sendKept(request: FastifyRequest, reply: FastifyReply, page: KeptPage, placeholders: Filling): FastifyReply {
  const isGzipped = chooseEncoding(request, reply, ['gzip']) !== null;
  return sendPage(reply, isGzipped ? page.gzipped(placeholders) : page.plain(placeholders));
}

function sendPage(reply: FastifyReply, body: string | Uint8Array | ReadableStream): FastifyReply {
  if (!reply.hasHeader('content-type') && !(body instanceof ReadableStream))
    void reply.type('text/html; charset=utf-8');
  // Pages are made for one person, so no cache may store them.
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-store');
  return reply.send(body);
}

/** True if the response to a posted form redirects to another site, such as a pay page. */
function leadsAway({ method }: FastifyRequest, { status, headers }: Response): boolean {
  return method === 'POST' && status >= 300 && status < 400 && URL.canParse(headers.get('location') ?? '');
}

/**
 * Sends the browser on to a provider by a refresh. Browsers apply our policy, which lets forms lead only to ourselves,
 * to every redirect after a form; a refresh by a page is not part of its form.
 */
function sendRefresh(reply: FastifyReply, { headers }: Response): FastifyReply {
  const { href, host } = new URL(headers.get('location') ?? '');
  const link = escapeHtml(href);
  return reply
    .code(200)
    .removeHeader('location')
    .header('refresh', `0; url=${href}`)
    .header('cache-control', 'private, no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!DOCTYPE html><title>${host}</title><meta name="viewport" content="width=device-width"><p><a href="${link}">${host}</a></p>`,
    );
}

interface PageCaller {
  caller: DispatchRequest;
  dispatch: Dispatch;
  visit: PageVisit;
  isMember: boolean;
  origin: string;
  /** The result of `memberCall` for their session, unless a form may change it. */
  user: CallResponse<OperationName> | undefined;
}

/**
 * Finds the caller of a page. A cookie can outlive its session: its sender is then a visitor. Pages
 * for visitors are rendered without the cookie, so that they cannot contain anything of a member.
 */
async function findPageCaller(
  context: AppContext,
  options: PageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageCaller> {
  const { visits, memberCall } = options;
  const isForm = request.method === 'POST';
  const dispatch = isForm ? options.dispatch : options.openDispatch();
  const asked = toRequest(context, request, reply);
  const { [context.sessionCookie]: token, ...others } = asked.cookies;
  const user = token === undefined ? undefined : await dispatch(memberCall, {}, asked);
  // If nothing is known because something failed, the page fails in the same way.
  const isMember = user !== undefined && (user.ok || user.body.error !== 'session.missing');
  const visit = visits.open(request, reply, isMember);
  const language = await storeLanguage(context, request, reply);
  // A form that logs in ends the earlier session.
  const cookies = isMember || isForm ? asked.cookies : others;
  const caller = {
    ...asked,
    visit: visit.visit,
    cookies: language ? { ...cookies, [localeCookieName]: language } : cookies,
  };
  const { site } = await context.sites.atHost(request.host, null);
  const origin = siteOrigin(context, site, asked.origin);
  return { caller, dispatch, visit, isMember, origin, user: isForm ? undefined : user };
}
