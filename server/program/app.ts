import { join } from 'node:path';

import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';

import { type OperationName, getEndpoint } from '../../contract/calls.ts';
import { closedByRestart } from '../../contract/events.ts';
import { operations } from '../../contract/index.ts';
import { sharePath } from '../../contract/installed-app/share-target.ts';
import { liveFrameMaxBytes } from '../../contract/platform/limits.ts';
import type { ErrorCode } from '../../contract/platform/errors.ts';
import { redirectLoginLinks } from '../accounts/login-links/login-links.ts';
import { recordSessionUse } from '../accounts/sessions/sessions.ts';
import { createServedLog } from '../chat/read/record-served.ts';
import type { Config } from './config.ts';
import type { AppContext } from '../context.ts';
import { registerStatementFile } from '../credits/statement-file.ts';
import { registerExportFile } from '../export/serve-export.ts';
import { recordActivity } from '../members/write-profile.ts';
import { forms, frameHandlers, handlers } from '../modules.ts';
import { registerSandboxPayPage } from '../payments/sandbox-pay-page.ts';
import { registerPhotoFiles } from '../photos/serve-photo.ts';
import { isPublicAddress } from '../platform/limits/addresses.ts';
import {
  type Dispatch,
  type DispatchOptions,
  createDispatch,
  createPageDispatch,
  createFrameDispatch,
} from '../platform/dispatch/dispatch.ts';
import { codeOfFault } from '../platform/dispatch/refusal.ts';
import { Failure } from '../platform/failure.ts';
import { type BodyLimits, type OpenBody, createBodies, dropRest } from '../platform/http/bodies.ts';
import { isHealthCheck, registerHealth } from '../platform/http/health.ts';
import { registerHttp, sendFailure } from '../platform/http/http.ts';
import { registerLive } from '../platform/http/live.ts';
import {
  changesSomething,
  comesFromOurselves,
  isSecure,
  isSharedWithUs,
  ownOrigin,
} from '../platform/http/origin-guard.ts';
import { decodablePath } from '../platform/http/page-address.ts';
import { registerPages } from '../platform/http/pages.ts';
import { setSecurityHeaders } from '../platform/http/security-headers.ts';
import { registerUnhandled } from '../platform/http/unhandled.ts';
import { createTraceId, readTraceparent } from '../platform/monitoring/trace.ts';
import type { SiteSettings } from '../platform/site.ts';
import { type DrawScene, registerSharePictures } from '../settings/serve-share-pictures.ts';
import { type SiteFiles, registerSiteFiles } from '../settings/serve-site-files.ts';
import { registerSources } from '../sources/visitor-source.ts';
import { admitFiles, complaintLimits } from '../support/complaint-files.ts';

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
  bodyLimits?: BodyLimits;
  /** Replaces the log entry, so that tests can fail. */
  onUndeclaredError?: DispatchOptions['onUndeclaredError'];
  onRoute?: (route: { method: string | string[]; url: string }) => void;
}

export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<App> {
  const dispatchOptions: DispatchOptions = {
    handlers,
    recordUse: async (member, hidden) => {
      await recordSessionUse(context.database, member, context.clock.now());
      if (!hidden) await recordActivity(context, member.id);
    },
    onUndeclaredError:
      options.onUndeclaredError ??
      ((operation, code) => context.log.error({ operation, code }, 'an operation responded with an undeclared error')),
  };
  const dispatch = createDispatch(context, dispatchOptions);
  const openDispatch = (): Dispatch => createPageDispatch(context, dispatchOptions);
  const server = fastify({
    logger: false,
    trustProxy: getTrust(context.config.trustProxy),
    requestTimeout: 60_000,
    connectionTimeout: 65_000,
    routerOptions: { maxParamLength: 300 },
    genReqId: createTraceId,
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
  const openBody = createBodies(getUploadsFolder(context), options.bodyLimits);
  guard(server, context);
  endConnections(server);
  registerUnhandled(server, context);
  registerHealth(server, context);
  const { roles } = context.config;
  if (roles.includes('live')) await registerSockets(server, context, dispatch);
  if (roles.includes('web'))
    await registerWeb(server, context, { dispatch, openDispatch, openBody, pages: options.pages });
  return { server, dispatch };
}

function getUploadsFolder({ config }: AppContext): string {
  return join(config.dataDir, 'uploads');
}

/**
 * Decides which proxies may set address and scheme of a request: the last hops by number, or known addresses. Each
 * proxy appends to X-Forwarded-For, so entries that the client wrote come first and are never reached.
 */
function getTrust(proxies: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return [...proxies];
  return proxies > 0 && ((_address, hop) => hop < proxies);
}

interface RegisteredWeb {
  dispatch: Dispatch;
  openDispatch: () => Dispatch;
  openBody: OpenBody;
  pages: string | undefined;
}

async function registerWeb(
  server: FastifyInstance,
  context: AppContext,
  { dispatch, openDispatch, openBody, pages }: RegisteredWeb,
): Promise<void> {
  registerHttp(server, context, { dispatch, openBody, forms });
  registerPhotoFiles(server, context);
  registerExportFile(server, context);
  registerStatementFile(server, context);
  registerSandboxPayPage(server, context, openBody);
  context.extension?.registerPages(server, context);
  redirectLoginLinks(server, context);
  const openForm = admitFiles(context, openBody, createBodies(getUploadsFolder(context), complaintLimits));
  const built = pages
    ? await registerPages<SiteFiles & { shareScene: DrawScene }>(server, context, {
        dispatch,
        openDispatch,
        openBody: openForm,
        folder: pages,
        visits: registerSources(server, context, openForm),
        memberCall: 'getUser',
        pictureOrigin: (name, body) => (name === 'getSettings' ? (body as SiteSettings).cdn_prefix : undefined),
      })
    : undefined;
  if (built) registerSiteFiles(server, context, built);
  registerSharePictures(server, context, built?.shareScene ?? (() => null));
}

/** Registers the WebSocket. On shutdown, clients are told to reconnect, to any node that responds. */
async function registerSockets(server: FastifyInstance, context: AppContext, dispatch: Dispatch): Promise<void> {
  await server.register(websocket, {
    options: { maxPayload: liveFrameMaxBytes },
    // A frame that is too large closes its socket with 1009. A socket whose session could not be read would never
    // receive an event: it is closed, and its client reconnects.
    errorHandler: (error, socket) => {
      context.log.info({ err: error.message }, 'a socket failed');
      socket.close(codeOfFault(context, error) === 'request.busy' ? 1013 : 1011, 'try again');
    },
    preClose: (done) => {
      const { clients } = server.websocketServer;
      const seconds = Math.floor(clients.size / reconnectsPerSecond);
      for (const socket of clients) socket.close(closedByRestart, `${seconds}`);
      // Some clients never respond, which must not delay the restart.
      setTimeout(() => {
        for (const socket of clients) socket.terminate();
      }, closeTimeoutMs).unref();
      server.websocketServer.close(() => done());
    },
  });
  registerLive(server, context, {
    dispatch,
    dispatchFrame: createFrameDispatch(context, frameHandlers),
    recordActivity: (memberId, unlessSince) => recordActivity(context, memberId, unlessSince),
    served: createServedLog(context),
  });
}

const refusedAs: Record<number, ErrorCode> = {
  404: 'request.not-found',
  408: 'request.too-slow',
  412: 'request.precondition',
  413: 'request.too-large',
  414: 'request.not-found',
  415: 'request.media-type',
  416: 'request.range',
};

/** Immutable files touch no session and no database, and a page loads dozens: they count against no limit. */
const immutableFiles = '/assets/';

/** Warns of an untrusted proxy in front, with which all visitors share the limits of one address. */
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
 * Ends connections during a shutdown: responses say `connection: close`, and the rest are cut off in time for a clean
 * exit.
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
 * Adds the checks that every request passes. The address limit is a hook, so no route can miss it: a flood of made-up
 * sessions must not reach the database.
 */
function guard(server: FastifyInstance, context: AppContext): void {
  const warnOfProxy = createProxyWarning(context);
  server.addHook('onRequest', async (request, reply) => {
    // Behind a trusted proxy, Fastify believes this header. Few proxies overwrite it, so a client could forge it.
    delete request.raw.headers['x-forwarded-host'];
    adoptTrace(request);
    // A successful handshake does not use this response.
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
    context.metrics.count('responses_total', { status: statusCode });
    if (statusCode >= 400) endRefusedHandshake(raw);
    dropRest(raw);
  });
  server.setErrorHandler(
    (error: Error & { statusCode?: number; headers?: Record<string, string> }, { id: trace }, reply) => {
      if (error instanceof Failure) return sendFailure(context, reply, error.code, error.values);
      const status = error.statusCode ?? 500;
      // On a 416 the headers state the length of the file.
      void reply.headers(error.headers ?? {});
      if (status < 500) return sendFailure(context, reply, refusedAs[status] ?? 'request.malformed');
      context.log.error({ trace, err: { message: error.message, stack: error.stack } }, 'a request failed');
      return sendFailure(context, reply, codeOfFault(context, error), { trace });
    },
  );
}

/** Continues the trace of a proxy that TRUST_PROXY names. Of anybody else, the header is not read. */
function adoptTrace(request: FastifyRequest): void {
  const { headers } = request.raw;
  // The second address is what a trusted peer says about its own.
  if ((request.ips?.length ?? 0) < 2) delete headers['traceparent'];
  request.id = readTraceparent(headers['traceparent'])?.traceId ?? request.id;
}

const hostName = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * True if a request has a path, one host and a scheme. Proxies and servers behind would read the absolute form (`GET
 * http://host/path`) and two hosts differently (RFC 9112, 3.2).
 */
function isWellFormed(request: FastifyRequest): boolean {
  const { host, protocol, raw } = request;
  const hosts = raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host');
  return (
    request.url.startsWith('/') &&
    hosts.length < 2 &&
    hostName.test(host ?? '') &&
    URL.canParse(`http://${host}`) &&
    (protocol === 'http' || protocol === 'https')
  );
}
