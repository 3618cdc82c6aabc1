import type {} from '@fastify/cookie';
import type {} from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';

import type { LiveEvent, LiveFrame } from '../../../contract/events.ts';
import { typingEveryMs } from '../../../contract/limits.ts';
import type { AppContext } from '../../context.ts';
import { type Heartbeat, createHeartbeat } from './heartbeat.ts';
import { comesFromOurselves } from './origin-guard.ts';
import { readSession } from '../sessions.ts';

/** What the rooms do with frames of a client; each checks for itself that the conversation is the member's. */
export interface LiveFrameHandlers {
  typing(memberId: string, conversationId: string): Promise<void>;
  read(memberId: string, conversationId: string, seq: number): Promise<void>;
  /** Called when a socket opens, and every minute while it stays. */
  active(memberId: string): Promise<void>;
}

/** What the sockets of a node have in common. */
interface Shared {
  handlers: LiveFrameHandlers;
  heartbeat: Heartbeat;
  /** When a member last said that they are typing, on whichever device. */
  typedAt: Map<string, number>;
}

const heartbeatMs = 30_000;
const id = /^[0-9a-f-]{36}$/;

/** The live channel: `/api/live` carries every event of a member to each of their open sockets. */
export function registerLive(app: FastifyInstance, context: AppContext, handlers: LiveFrameHandlers): void {
  const heartbeat = createHeartbeat(heartbeatMs);
  const shared: Shared = { handlers, heartbeat, typedAt: new Map() };
  app.addHook('onClose', async () => heartbeat.stop());
  app.get('/api/live', { websocket: true, preHandler: letGoOfAnswer }, async (socket, request) => {
    if (!request.headers.origin || !comesFromOurselves(request.headers, request.host)) {
      socket.close(1008, 'foreign origin');
      return;
    }
    const session = await readSession(context.database, request.cookies[context.sessionCookie], context.clock.now());
    if (!session) {
      socket.close(1008, 'no session');
      return;
    }
    // Gone while the session was read: its close was already told, and nobody would ever unsubscribe it.
    if (socket.readyState !== socket.OPEN) return;
    // The listener that the handshake left would keep its request for as long as the socket is open.
    socket.removeAllListeners('error');
    const listener = { memberId: session.member.id, token: request.cookies[context.sessionCookie] ?? '' };
    attach(socket, context, listener, shared);
  });
}

// Nothing is answered to a handshake that succeeds: request and answer are 4 KB that the socket would keep.
async function letGoOfAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.ws) reply.raw.detachSocket(request.raw.socket);
}

function attach(
  socket: WebSocket,
  context: AppContext,
  { memberId, token }: { memberId: string; token: string },
  shared: Shared,
): void {
  const { handlers, heartbeat, typedAt } = shared;
  const tell = (event: LiveEvent): void => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify(event));
  };
  // A session that ended elsewhere ends its sockets: checked at once on the hint, and with every heartbeat.
  const check = async (): Promise<void> => {
    const session = await readSession(context.database, token, context.clock.now());
    if (!session) socket.close(1008, 'logged out');
  };
  const unsubscribe = context.bus.subscribe(memberId, (event) => {
    // What a catch-up stands for may have been the end of the session.
    if (event.type === 'logged-out' || event.type === 'catch-up')
      void check().catch((error: unknown) => context.log.error({ err: error }, 'a socket check failed'));
    if (event.type !== 'logged-out') tell(event);
  });
  let alive = true;
  const leave = heartbeat.join(() => {
    if (!alive) socket.terminate();
    alive = false;
    socket.ping();
    void check()
      .then(() => handlers.active(memberId))
      .catch((error: unknown) => context.log.warn({ err: error }, 'a heartbeat failed'));
  });
  socket.on('pong', () => {
    alive = true;
  });
  socket.on('close', () => {
    leave();
    unsubscribe();
    if (!context.bus.hasListeners(memberId)) typedAt.delete(memberId);
  });
  socket.on('error', () => socket.terminate());
  listen(socket, context, memberId, shared);
  void handlers.active(memberId).catch((error: unknown) => context.log.warn({ err: error }, 'activity was not noted'));
  // Only now, after subscribing: what the client fetches next cannot miss an event, whichever node it happens on.
  void context.bus.whenSubscribed(memberId).then(() => tell({ type: 'ready' }));
}

function listen(socket: WebSocket, context: AppContext, memberId: string, shared: Shared): void {
  const { handlers, typedAt } = shared;
  let frames = 0;
  let windowAt = 0;
  socket.on('message', (data: Buffer) => {
    const now = Date.now();
    if (now - windowAt > 1_000) {
      windowAt = now;
      frames = 0;
    }
    frames += 1;
    const frame = frames > 50 ? undefined : readFrame(data);
    if (!frame) return;
    if (frame.type === 'typing') {
      if (now - (typedAt.get(memberId) ?? 0) < typingEveryMs) return;
      typedAt.set(memberId, now);
    }
    const work =
      frame.type === 'typing'
        ? handlers.typing(memberId, frame.conversation)
        : handlers.read(memberId, frame.conversation, frame.seq);
    void work.catch((error: unknown) => context.log.error({ err: error, frame: frame.type }, 'a live frame failed'));
  });
}

function readFrame(data: Buffer): LiveFrame | undefined {
  let frame: Partial<{ type: unknown; conversation: unknown; seq: unknown }> | null;
  try {
    frame = JSON.parse(data.toString()) as typeof frame;
  } catch {
    // Not JSON: a client of ours never sends it, and a foreign one gets no answer.
    return undefined;
  }
  if (typeof frame?.conversation !== 'string' || !id.test(frame.conversation)) return undefined;
  if (frame.type === 'typing') return { type: 'typing', conversation: frame.conversation };
  const known = frame.type === 'read' && Number.isSafeInteger(frame.seq) && (frame.seq as number) >= 0;
  return known ? { type: 'read', conversation: frame.conversation, seq: frame.seq as number } : undefined;
}
