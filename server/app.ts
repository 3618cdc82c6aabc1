import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';

import { type OperationName, getEndpoint } from '../contract/calls.ts';
import type { ErrorCode } from '../contract/platform/errors.ts';
import { closedByRestart } from '../contract/events.ts';
import { operations } from '../contract/index.ts';
import { liveFrameMaxBytes } from '../contract/live/limits.ts';
import { redirectEntryLinks } from './accounts/login-links/redirect-entry-links.ts';
import { recordSessionUse } from './accounts/sessions/sessions.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { registerStatementFile } from './credits/statement-file.ts';
import { createServedLog } from './chat/read/record-served.ts';
import { recordActivity } from './members/record-activity.ts';
import { frameHandlers, handlers } from './operations.ts';
import { registerExportFile } from './export/serve-export.ts';
import { registerSandboxPayPage } from './payments/sandbox-pay-page.ts';
import { countAgreement, countVisit } from './sources/count-visit.ts';
import { registerPhotoFiles } from './photos/serve-photo.ts';
import { isPublicAddress } from './platform/addresses.ts';
import { createFrameDispatch } from './platform/dispatch/dispatch-frame.ts';
import { type Dispatch, type DispatchOptions, createDispatch } from './platform/dispatch/dispatch.ts';
import { codeOfFault } from './platform/dispatch/refusal.ts';
import { Failure } from './platform/failure.ts';
import { type BodyLimits, type OpenBody, createBodies, dropRest } from './platform/http/bodies.ts';
import { isHealthCheck, registerHealth } from './platform/http/health.ts';
import { sharePath } from '../contract/installed-app/share-target.ts';
import { registerHttp, sendFailure } from './platform/http/http.ts';
import { registerLive } from './platform/http/live.ts';
import { changesSomething, comesFromOurselves, isSharedWithUs } from './platform/http/origin-guard.ts';
import { decodablePath } from './platform/http/page-path.ts';
import { registerPages } from './platform/http/pages.ts';
import { isSecure, ownOrigin } from './platform/http/is-secure.ts';
import { setSecurityHeaders } from './platform/http/security-headers.ts';
import { registerSharePictures } from './settings/serve-share-pictures.ts';
import { registerUnhandled } from './platform/http/unhandled.ts';
import { isWellFormed } from './platform/http/well-formed.ts';
import { admitFiles, complaintLimits } from './support/admit-files.ts';

const closeTimeoutMs = 2_000;
// The process is killed after ten seconds.
const lastAnswersMs = 7_000;
// Each client reconnects with a handshake and a few calls: ten thousand take forty seconds.
const reconnectsPerSecond = 250;

const webhookPaths = new Set(
  (Object.keys(operations) as OperationName[])
    .filter((name) => operations[name].webhook)
    .map((name) => getEndpoint(name).path),
);

export interface App {
  server: FastifyInstance;
  dispatch: Dispatch;
}

export interface AppOptions {
  /** Folder of the built pages; without it, as in most tests, there is only the API. */
  pages?: string;
  /** Smaller limits, for tests. */
  bodyLimits?: BodyLimits;
  /** Replaces the log entry, so that tests can fail. */
  onUndeclaredError?: DispatchOptions['onUndeclaredError'];
  /** Called for each route; a test uses it to request them all. */
  onRoute?: (route: { method: string | string[]; url: string }) => void;
}

/** Builds the whole application on a context; the same in production and in tests. */
export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<App> {
  const dispatch = createDispatch(context, {
    handlers,
    recordUse: async ({ id, sessionHash }, hidden) => {
      await recordSessionUse(context.database, sessionHash, context.clock.now());
      if (!hidden) await recordActivity(context, id);
    },
    onUndeclaredError:
      options.onUndeclaredError ??
      ((operation, code) => context.log.error({ operation, code }, 'an operation answered an undeclared error')),
  });
  const server = fastify({
    logger: false,
    trustProxy: trustOf(context.config.trustProxy),
    requestTimeout: 60_000,
    connectionTimeout: 65_000,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: decodablePath,
    // A path that cannot be decoded reaches no hook.
    frameworkErrors: (_error, request, reply) => {
      setSecurityHeaders(reply, request.url.split('?')[0] ?? '/', context.config);
      reply.raw.once('finish', () => endRefusedHandshake(request.raw));
      return sendFailure(context, reply, 'request.malformed');
    },
  });
  if (options.onRoute) server.addHook('onRoute', options.onRoute);
  await server.register(cookie);
  // No route reads a body on arrival: those that need it do so after their checks, through `openBody`.
  server.removeAllContentTypeParsers();
  await server.register(multipart);
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
  const openBody = createBodies(uploadsOf(context), options.bodyLimits);
  guard(server, context);
  endConnections(server);
  registerUnhandled(server, context);
  registerHealth(server, context);
  const { roles } = context.config;
  if (roles.includes('live')) await registerSockets(server, context);
  if (roles.includes('web')) await registerWeb(server, context, { dispatch, openBody, pages: options.pages });
  return { server, dispatch };
}

function uploadsOf({ config }: AppContext): string {
  return join(config.dataDir, 'uploads');
}

/**
 * Decides which proxies may set the address and scheme of a request: the last hops by number, or known addresses.
 * Each proxy appends the address that it sees to X-Forwarded-For, so entries that the client wrote come first and are
 * never reached.
 */
function trustOf(proxies: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return [...proxies];
  return proxies > 0 && ((_address, hop) => hop < proxies);
}

/** The role `web`: calls, photos and, if they are built, pages. */
async function registerWeb(
  server: FastifyInstance,
  context: AppContext,
  { dispatch, openBody, pages }: { dispatch: Dispatch; openBody: OpenBody; pages: string | undefined },
): Promise<void> {
  registerHttp(server, context, dispatch, openBody);
  registerPhotoFiles(server, context);
  registerExportFile(server, context);
  registerStatementFile(server, context);
  registerSandboxPayPage(server, context, openBody);
  context.extension?.registerPages(server, context);
  redirectEntryLinks(server, context);
  const options = {
    dispatch,
    openBody: admitFiles(context, openBody, createBodies(uploadsOf(context), complaintLimits)),
    folder: pages ?? '',
    recordVisit: countVisit,
    recordAgreement: countAgreement,
  };
  const built = pages ? await registerPages(server, context, options) : undefined;
  registerSharePictures(server, context, built?.shareScene ?? (() => null));
}

/** Role `live`: the live channel. On shutdown, clients are told to reconnect, to any node that answers. */
async function registerSockets(server: FastifyInstance, context: AppContext): Promise<void> {
  await server.register(websocket, {
    options: { maxPayload: liveFrameMaxBytes },
    // A frame that is too large closes its socket with 1009 by itself. A socket whose session could not be read would
    // stay open without ever receiving an event: it is closed, and its client reconnects.
    errorHandler: (error, socket) => {
      context.log.info({ err: error.message }, 'a socket failed');
      socket.close(1011, 'try again');
    },
    preClose: (done) => {
      const { clients } = server.websocketServer;
      const seconds = Math.floor(clients.size / reconnectsPerSecond);
      for (const socket of clients) socket.close(closedByRestart, `${seconds}`);
      // Some clients never answer, which must not delay the restart.
      setTimeout(() => {
        for (const socket of clients) socket.terminate();
      }, closeTimeoutMs).unref();
      server.websocketServer.close(() => done());
    },
  });
  registerLive(server, context, {
    dispatchFrame: createFrameDispatch(context, frameHandlers),
    recordActivity: (memberId) => recordActivity(context, memberId),
    served: createServedLog(context),
  });
}

/** Error codes for refusals by Fastify and its plugins, by status. */
const refusedAs: Record<number, ErrorCode> = {
  404: 'request.not-found',
  408: 'request.too-slow',
  412: 'request.precondition',
  413: 'request.too-large',
  414: 'request.not-found',
  415: 'request.media-type',
  416: 'request.range',
};

/**
 * Files that never change touch no session and no database, and a page loads dozens of them, so they count against no
 * limit. A path outside this folder that matches no file is a page, and pages count.
 */
const immutableFiles = '/assets/';

/** Warns once if the proxy in front is not trusted: all visitors then share the limits of one address. */
function createProxyWarning({ config, log }: AppContext): (request: FastifyRequest) => void {
  let hasWarned = config.trustProxy !== 0;
  return ({ headers, ip }) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined || isPublicAddress(ip)) return;
    hasWarned = true;
    log.warn(
      { event: 'proxy.not-trusted' },
      'a proxy sends X-Forwarded-For, but TRUST_PROXY is 0: all visitors behind it count as one address',
    );
  };
}

/**
 * Keeps open connections from delaying shutdown. Responses that start during shutdown say `connection: close`, other
 * connections close once their response ends, and the rest are cut off in time for the process to exit by itself.
 */
function endConnections(server: FastifyInstance): void {
  let isStopping = false;
  server.addHook('preClose', async () => {
    isStopping = true;
    setTimeout(() => server.server.closeAllConnections(), lastAnswersMs).unref();
  });
  server.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
  server.addHook('onResponse', async () => {
    if (isStopping) setImmediate(() => server.server.closeIdleConnections());
  });
}

/** Destroys the socket of a refused handshake. No server owns it, so it would stay open after its client has gone. */
function endRefusedHandshake({ headers, socket }: FastifyRequest['raw']): void {
  if (headers.upgrade !== undefined) socket.destroy();
}

/**
 * Checks every request: security headers, rate limit of its address, well-formedness, https, and that changes come
 * from our own pages. The address limit is a hook so that no route can miss it: a flood of made-up sessions must not
 * reach the database.
 */
function guard(server: FastifyInstance, context: AppContext): void {
  const warnOfProxy = createProxyWarning(context);
  server.addHook('onRequest', async (request, reply) => {
    // Behind a trusted proxy, Fastify believes this header. Few proxies overwrite it, so a client could forge it.
    delete request.raw.headers['x-forwarded-host'];
    // A successful handshake does not use this reply.
    if (request.headers.upgrade !== undefined) void reply.header('connection', 'close');
    warnOfProxy(request);
    const path = request.url.split('?')[0] ?? '/';
    setSecurityHeaders(reply, path, context.config);
    if (isHealthCheck(path)) return undefined;
    if (!path.startsWith(immutableFiles)) await context.rateLimits.enforceAddress('address', request.ip);
    if (!isWellFormed(request)) return sendFailure(context, reply, 'request.malformed');
    if (isSecure(context, request) && request.protocol === 'http' && context.config.trustProxy) {
      if (path.startsWith('/api/')) return sendFailure(context, reply, 'request.foreign-origin');
      return reply.redirect(`https://${request.host}${request.url}`, 301);
    }
    if (
      changesSomething(request.method) &&
      !webhookPaths.has(path) &&
      !(path === sharePath ? isSharedWithUs : comesFromOurselves)(request.headers, ownOrigin(context, request))
    ) {
      return sendFailure(context, reply, 'request.foreign-origin');
    }
    return undefined;
  });
  server.addHook('onResponse', async ({ raw }, { statusCode }) => {
    if (statusCode >= 400) endRefusedHandshake(raw);
    dropRest(raw);
  });
  server.setErrorHandler(
    (error: Error & { statusCode?: number; headers?: Record<string, string> }, _request, reply) => {
      if (error instanceof Failure) return sendFailure(context, reply, error.code, error.values);
      const status = error.statusCode ?? 500;
      // On a 416 the headers state the length of the file.
      void reply.headers(error.headers ?? {});
      if (status < 500) return sendFailure(context, reply, refusedAs[status] ?? 'request.malformed');
      const trace = randomUUID();
      context.log.error({ trace, err: { message: error.message, stack: error.stack } }, 'a request failed');
      return sendFailure(context, reply, codeOfFault(context, error), { trace });
    },
  );
}
