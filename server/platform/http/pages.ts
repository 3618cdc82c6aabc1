import type {} from '@fastify/cookie';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouterContextProvider, ServerBuild, createRequestHandler } from 'react-router';

import type { OperationName } from '../../../contract/calls.ts';
import type { Tracking } from '../../../contract/tracking.ts';
import type { AppContext } from '../../context.ts';
import type { Answer, Dispatch } from '../dispatch.ts';
import { registerFiles } from '../files.ts';
import { noteTracking, toRequest } from './request.ts';
import { newNonce, pagePolicy } from './security-headers.ts';
import { createSharedPages } from './shared-pages.ts';

/** What pages get from the server that renders them; `web/page-context.ts` names the same shape. */
interface PageContext {
  call(name: OperationName, input: unknown): Promise<Answer<OperationName>>;
  nonce: string;
  /** Language by cookie or browser; the site's own rules are applied by the pages. */
  accepted: string | null;
  cookieLanguage: string | null;
  cookieTheme: string | null;
  geoipCountry: string | null;
  tracking: Tracking | undefined;
  origin: string;
  /** The rendered page, and whether every visitor in the same circumstances gets the same. */
  html?: string;
  shared?: boolean;
}

/** What the build of the pages hands over beside the pages. */
interface Entry {
  pageContext: Parameters<RouterContextProvider['set']>[0];
  RouterContextProvider: typeof RouterContextProvider;
  createHandler: typeof createRequestHandler;
}

const toGzip = promisify(gzip);

/** The way in for pages: static files, then server rendering, whose `call` is the door in the same process. */
export async function registerPages(
  app: FastifyInstance,
  context: AppContext,
  dispatch: Dispatch,
  folder: string,
): Promise<void> {
  const build = (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as ServerBuild;
  const entry = build.entry.module as unknown as Entry;
  const render = entry.createHandler(build, 'production') as unknown as (
    request: Request,
    context: RouterContextProvider,
  ) => Promise<Response>;
  const sharedPages = createSharedPages(context);
  await registerFiles(app, join(folder, 'client'));

  await app.register(async (scope) => {
    // Pages read their own forms: the body goes through untouched.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 256 * 1024, parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const nonce = newNonce();
        const kept = toRequest(context, request, reply);
        const door = { ...kept, tracking: noteTracking(context, request, reply) ?? kept.tracking };
        const page: PageContext = {
          call: (name, input) => dispatch(name, input, door),
          nonce,
          accepted: door.acceptedLanguages ?? null,
          cookieLanguage: request.cookies['i18n_redirected'] ?? null,
          cookieTheme: request.cookies['theme'] ?? null,
          geoipCountry: door.geoipCountry,
          tracking: door.tracking,
          origin: door.origin,
        };
        const payments = new URL(context.paymentProvider.url).origin;
        void reply.header('content-security-policy', pagePolicy(nonce, { paymentOrigin: payments, cdn: '' }));
        const keeper = await sharedPages.find(request, door);
        if (keeper?.html) return sendPage(reply, 200, await compressed(context, request, reply, keeper.html(nonce)));
        const provider = new entry.RouterContextProvider();
        provider.set(entry.pageContext, page);
        const response = await render(toWebRequest(request), provider);
        copyHeaders(reply, response);
        if (page.shared && typeof page.html === 'string' && response.status === 200) keeper?.keep(page.html, nonce);
        const html = page.html && (await compressed(context, request, reply, page.html));
        return sendPage(reply, response.status, html ?? response.body ?? '');
      },
    });
  });
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // A page that sends no referrer posts with an opaque origin, which the origin guard has judged before.
    if (name === 'origin' && value === 'null') continue;
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  const body = request.body instanceof Buffer && request.body.length > 0 ? { body: new Uint8Array(request.body) } : {};
  return new Request(`${request.protocol}://${request.host}${request.url}`, {
    method: request.method,
    headers,
    ...body,
  });
}

function copyHeaders(reply: FastifyReply, response: Response): void {
  for (const [name, value] of response.headers) if (name !== 'set-cookie') void reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie);
}

/**
 * A visitor's page holds nothing that its compressed size could give away to somebody who makes it repeat what they
 * guess. A member's does: those pages are compressed by the proxy in front, if it takes care of that, or not at all.
 */
async function compressed(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<string | Uint8Array> {
  if (request.cookies[context.sessionCookie] !== undefined) return html;
  void reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return html;
  void reply.header('content-encoding', 'gzip').type('text/html; charset=utf-8');
  return toGzip(html, { level: 5 });
}

function sendPage(reply: FastifyReply, status: number, body: string | Uint8Array | ReadableStream): FastifyReply {
  if (!reply.hasHeader('content-type') && typeof body === 'string') void reply.type('text/html; charset=utf-8');
  // Pages are made for one person: no cache on the way keeps them.
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-store');
  return reply.code(status).send(body);
}
