import type {} from '@fastify/cookie';
import type {} from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';

import { type LiveEvent, closedByLimit } from '../../../contract/events.ts';
import { type FrameName, frameOperations } from '../../../contract/frames.ts';
import { liveSocketsMax } from '../../../contract/platform/limits.ts';
import type { AppContext } from '../context.ts';
import { type Dispatch, type DispatchFrame, findCaller } from '../dispatch/dispatch.ts';
import { sendFailure } from './http.ts';
import { comesFromOurselves, ownOrigin } from './origin-guard.ts';
import { describeRequest } from './request.ts';
import { type SocketCaller, type SocketCalls, createSocketCalls, socketOperations } from './socket-calls.ts';

export interface LiveOptions {
  dispatch: Dispatch;
  dispatchFrame: DispatchFrame;
  /** Records that a member is there, unless a time since `unlessSince` is stored. Returns the stored time. */
  recordActivity(memberId: MemberId, unlessSince: Date): Promise<Date | undefined>;
  /** `write` is called every second and when the server stops. */
  served: { sent(memberId: MemberId, event: LiveEvent): void; write(): Promise<void> };
}

interface Shared extends LiveOptions {
  parse: (text: string) => unknown;
  calls: SocketCalls;
  heartbeat: Heartbeat;
  sockets: MemberSockets;
}

const livePath = '/api/live';
const heartbeatMs = 30_000;
// Presence is written again after 120 s, with every fourth heartbeat, which may come a little early or late. "Online"
// lasts 300 s: a member who stays never goes offline, and one who leaves does so after three to five minutes.
const presenceKeptMs = 3.5 * heartbeatMs;
const clocksDifferMs = 1_000;
// Events that were sent within this time are not recorded when the process crashes.
const recordEveryMs = 1_000;
// Our clients send fewer. Frames beyond this are dropped unread, which costs nothing.
const framesPerSecondMax = 50;
// Changes of visibility that are more frequent are recorded by the heartbeat.
const activityEveryMs = 1_000;

/**
 * Adds `/api/live`, which carries every event of a member to all their sockets, and their frames to the dispatcher. The
 * session is read at the handshake, with every call and heartbeat and whenever it may have ended; a socket whose
 * session has ended is closed. A member is online while a page is visible; a page that never sends the frame `shown`
 * counts as visible.
 */
export function registerLive(app: FastifyInstance, context: AppContext, options: LiveOptions): void {
  const shared: Shared = {
    ...options,
    parse: createParser(app),
    calls: createSocketCalls(context, options.dispatch),
    heartbeat: createHeartbeat(heartbeatMs),
    sockets: createMemberSockets(liveSocketsMax, (open) => context.metrics.set('sockets', open)),
  };
  const stopRecording = recordServed(context, options.served);
  app.addHook('onClose', async () => {
    shared.heartbeat.stop();
    // All sockets are closed; the database closes after this.
    await shared.calls.whenDone();
    await stopRecording();
  });
  // Without this, the plugin opens a socket at any path that has a route, and closes it at once.
  app.addHook('onRequest', async ({ ws, routeOptions }, reply) =>
    ws && routeOptions.url !== livePath ? sendFailure(context, reply, 'request.not-found') : undefined,
  );
  app.route({
    method: 'GET',
    url: livePath,
    // A HEAD route would share the preHandler, which detaches the response from a socket that nobody would end then.
    exposeHeadRoute: false,
    preHandler: releaseResponse,
    handler: askForUpgrade,
    wsHandler: (socket, request) => openChannel(shared, context, socket, request),
  });
}

/** Refuses a request that is not for a socket, such as one whose `Upgrade` a proxy has removed (RFC 9110, 15.5.22). */
async function askForUpgrade(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const names = { upgrade: 'websocket', connection: 'upgrade', 'cache-control': 'no-store' };
  await reply.code(426).headers(names).send();
}

async function openChannel(
  shared: Shared,
  context: AppContext,
  socket: WebSocket,
  request: FastifyRequest,
): Promise<void> {
  if (!request.headers.origin || !comesFromOurselves(request.headers, ownOrigin(context, request))) {
    socket.close(1008, 'foreign origin');
    return;
  }
  const { host, ip, origin, geoipCountry, visit, cookies } = describeRequest(context, request);
  const { session, token } = await findCaller(context, { host, cookies, geoipCountry });
  if (!session || token === undefined) {
    socket.close(1008, 'no session');
    return;
  }
  // A socket may close while the session is read: the close event is over, and nothing would unsubscribe it.
  if (socket.readyState !== socket.OPEN) return;
  // The listener from the handshake would keep its request in memory for as long as the socket is open.
  socket.removeAllListeners('error');
  attach(socket, context, session.member.id, { caller: { host, ip, origin, geoipCountry, visit, token }, shared });
}

/** Records the sent events every second, one write at a time. Returns a function that does so for the last time. */
function recordServed({ log }: Pick<AppContext, 'log'>, served: LiveOptions['served']): () => Promise<void> {
  let writing = Promise.resolve();
  const write = (): Promise<void> =>
    (writing = writing
      .then(() => served.write())
      .catch((error: unknown) => log.error({ err: error }, 'the events of sockets were not recorded')));
  const timer = setInterval(() => void write(), recordEveryMs);
  return () => {
    clearInterval(timer);
    return write();
  };
}

// Fastify does not respond to a successful handshake: the socket would keep 4 KB of request and response.
async function releaseResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.ws) reply.raw.detachSocket(request.raw.socket);
}

function attach(
  socket: WebSocket,
  context: AppContext,
  memberId: MemberId,
  { caller, shared }: { caller: SocketCaller; shared: Shared },
): void {
  const { log, bus, metrics } = context;
  const page = trackPage((unlessSince) => shared.recordActivity(memberId, unlessSince), context);
  const send = (event: LiveEvent): void => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify(event));
    metrics.count('socket_events_total', { type: event.type });
    if (isNews(event)) page.hear();
    shared.served.sent(memberId, event);
  };
  const checkSession = async (): Promise<void> => {
    if (!(await context.readSession(caller.token))) socket.close(1008, 'logged out');
  };
  const unsubscribe = bus.subscribe(memberId, (event) => {
    // A catch-up stands for missed events, and one of those may have been a logout.
    if (event.type === 'logged-out' || event.type === 'catch-up')
      void checkSession().catch((error: unknown) => log.error({ err: error }, 'a socket check failed'));
    if (event.type !== 'logged-out') send(event);
  });
  let hasPonged = true;
  const leaveHeartbeat = shared.heartbeat.join(() => {
    if (!hasPonged) socket.terminate();
    hasPonged = false;
    socket.ping();
    void checkSession()
      .then(page.beat)
      .catch((error: unknown) => log.warn({ err: error }, 'a heartbeat failed'));
  });
  socket.on('pong', () => {
    hasPonged = true;
  });
  shared.sockets.add(memberId, socket);
  socket.on('close', () => {
    shared.sockets.remove(memberId, socket);
    leaveHeartbeat();
    unsubscribe();
  });
  socket.on('error', () => socket.terminate());
  const call = shared.calls.open(socket, caller);
  receiveFrames(socket, shared.parse, (frame) => {
    if (frame.type === 'shown') page.show(frame.input);
    else if (frame.type === 'call') call(frame.input);
    else void shared.dispatchFrame(frame.type, frame.input, memberId);
  });
  // After subscribing: whatever the client fetches from now on, it cannot miss an event, whichever node it happens on.
  void bus.whenSubscribed(memberId).then(() => send({ type: 'ready', calls: socketOperations }));
}

/** True for events that a notice may tell, and those that stand for events from before. */
function isNews(event: LiveEvent): boolean {
  return event.type === 'message' ? !event.message.own : ['ready', 'catch-up', 'like', 'match'].includes(event.type);
}

/**
 * Follows the page of a socket, which is visible until it says otherwise. Any change is activity; staying hidden is
 * not. Activity is written if the stored time is too old, or older than the last news on the page: a member who saw it
 * gets no notice.
 */
function trackPage(
  recordActivity: (unlessSince: Date) => Promise<Date | undefined>,
  { log, clock }: Pick<AppContext, 'log' | 'clock'>,
) {
  let isShown = true;
  let isNew = true;
  let recordedAt = 0;
  // An opening page shows all news up to now.
  let heardAt = clock.now().getTime();
  let storedAt = 0;
  const record = async (): Promise<void> => {
    const unlessSince = Math.max(clock.now().getTime() - presenceKeptMs, heardAt);
    if (storedAt < unlessSince) storedAt = (await recordActivity(new Date(unlessSince)))?.getTime() ?? storedAt;
  };
  return {
    beat: async (): Promise<void> => {
      if (isShown) await record();
    },
    hear: (): void => {
      // The clock of the node that stored the news may be ahead.
      heardAt = clock.now().getTime() + clocksDifferMs;
    },
    show: ({ shown }: { shown?: unknown }): void => {
      if (typeof shown !== 'boolean') return;
      const isActive = isNew ? shown : shown !== isShown;
      isShown = shown;
      isNew = false;
      const now = Date.now();
      if (!isActive || now - recordedAt < activityEveryMs) return;
      recordedAt = now;
      void record().catch((error: unknown) => log.warn({ err: error }, 'activity was not recorded'));
    },
  };
}

type Frame = { type: FrameName | 'call'; input: object } | { type: 'shown'; input: { shown?: unknown } };

function receiveFrames(socket: WebSocket, parse: Shared['parse'], handle: (frame: Frame) => void): void {
  let frames = 0;
  let secondStartedAt = 0;
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const now = Date.now();
    if (now - secondStartedAt > 1_000) {
      secondStartedAt = now;
      frames = 0;
    }
    frames += 1;
    const frame = isBinary || frames > framesPerSecondMax ? undefined : readFrame(parse(data.toString()));
    if (frame) handle(frame);
  });
}

/** Returns Fastify's own parser, which refuses keys that could change a prototype, as for calls over HTTP. */
function createParser(app: FastifyInstance): (text: string) => unknown {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (text) => {
    let value: unknown;
    // It responds before it returns, and does not read the request. What it refuses stays undefined.
    void parse({} as FastifyRequest, text, (_error, parsed) => {
      value = parsed;
    });
    return value;
  };
}

/** Reads a frame, which the dispatcher validates; undefined for anything else, which gets no response. */
function readFrame(value: unknown): Frame | undefined {
  const { type, ...input } = (value ?? {}) as { type?: unknown };
  if (type === 'shown' || type === 'call') return { type, input };
  return typeof type === 'string' && Object.hasOwn(frameOperations, type)
    ? { type: type as FrameName, input }
    : undefined;
}

interface Heartbeat {
  join(beat: () => void): () => void;
  stop(): void;
}

const parts = 30;

/**
 * Creates one timer for all sockets: a timer each would cost 0.5 KB, and listeners that beat together can share a round
 * trip.
 */
export function createHeartbeat(everyMs: number): Heartbeat {
  const groups = Array.from({ length: parts }, () => new Set<() => void>());
  let turn = 0;
  let joined = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % parts;
    for (const beat of groups[turn] ?? []) beat();
  }, everyMs / parts);
  return {
    join: (beat) => {
      joined += 1;
      const group = groups[joined % parts];
      group?.add(beat);
      return () => void group?.delete(beat);
    },
    stop: () => clearInterval(timer),
  };
}

const closeTimeoutMs = 2_000;

/** The open sockets of each member, oldest first, on this node. */
interface MemberSockets {
  /** Adds a socket and, above the limit, closes the member's oldest one with `closedByLimit`. */
  add(memberId: MemberId, socket: WebSocket): void;
  remove(memberId: MemberId, socket: WebSocket): void;
}

/** Limits the open sockets of a member, because every event is written to each of them. */
function createMemberSockets(max: number, count: (open: number) => void): MemberSockets {
  const socketsByMember = new Map<string, WebSocket[]>();
  let open = 0;
  count(open);
  return {
    add: (memberId, socket) => {
      count((open += 1));
      const sockets = socketsByMember.get(memberId);
      if (!sockets) return void socketsByMember.set(memberId, [socket]);
      sockets.push(socket);
      if (sockets.length > max) closeOldest(sockets.shift());
    },
    remove: (memberId, socket) => {
      count((open -= 1));
      const left = socketsByMember.get(memberId)?.filter((one) => one !== socket) ?? [];
      if (left.length > 0) socketsByMember.set(memberId, left);
      else socketsByMember.delete(memberId);
    },
  };
}

function closeOldest(socket: WebSocket | undefined): void {
  socket?.close(closedByLimit, 'too many sockets');
  // A client that does not respond would keep the socket open for half a minute.
  setTimeout(() => socket?.terminate(), closeTimeoutMs).unref();
}
