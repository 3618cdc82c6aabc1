import type {} from '@fastify/cookie';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppLoadContext, RouterContextProvider, type ServerBuild, createRequestHandler } from 'react-router';

import type { OperationName } from '../../contract/calls.ts';
import type { Tracking } from '../../contract/tracking.ts';
import type { AppContext } from '../context.ts';
import type { Answer, Dispatch } from './dispatch.ts';
import { noteTracking, toRequest } from './request.ts';
import { newNonce, pagePolicy } from './security-headers.ts';

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
}

/** The way in for pages: static files, then server rendering, whose `call` is the door in the same process. */
export async function registerPages(
  app: FastifyInstance,
  context: AppContext,
  dispatch: Dispatch,
  folder: string,
): Promise<void> {
  const build = (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as ServerBuild;
  const entry = build.entry.module as unknown as { pageContext: Parameters<RouterContextProvider['set']>[0] };
  const render = createRequestHandler(build, 'production');
  await app.register(fastifyStatic, {
    root: join(folder, 'client'),
    wildcard: false,
    index: false,
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/');
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });

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
        const provider = new RouterContextProvider();
        provider.set(entry.pageContext, page);
        // The build runs with route middleware, whose load context is a provider; the handler's type does not know that.
        const response = await render(toWebRequest(request), provider as unknown as AppLoadContext);
        const payments = new URL(context.paymentProvider.url).origin;
        void reply.header('content-security-policy', pagePolicy(nonce, { paymentOrigin: payments, cdn: '' }));
        return sendPage(reply, response);
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

function sendPage(reply: FastifyReply, response: Response): FastifyReply {
  void reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') void reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie);
  // Pages are made for one person: no cache on the way keeps them.
  if (!response.headers.has('cache-control')) void reply.header('cache-control', 'private, no-store');
  return response.body ? reply.send(response.body) : reply.send('');
}
