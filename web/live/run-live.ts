import type { QueryClient } from '@tanstack/react-query';

import { type LiveEvent, type LiveFrame, closedByLimit } from '../../contract/events.ts';
import type { CallAnswer } from '../../contract/frames.ts';
import { reconnectDelayMs, reconnectSpreadMs } from '../../contract/live/reconnect.ts';
import { applyToCaches, refetch, replayOverResponses } from '../cache/apply-to-caches.ts';
import { setAsk } from '../platform/calls/call-live.ts';
import { call } from '../platform/calls/call.ts';
import { keys, wholeCaches } from '../platform/calls/queries.ts';
import { retryPictures } from '../ui/failed-picture.ts';
import { LiveCalls } from './live-calls.ts';
import { endTyping, readOpenConversation, setConnection, setTransmit, showTyping } from '../platform/live-store.ts';

/** Opens the live channel and keeps the caches in step until the returned function is called. */
export function runLive(queries: QueryClient, onEvent: (event: LiveEvent) => void): () => void {
  const log = new EventLog();
  const endReplay = replayOverResponses(queries, log);
  let wasReady = false;
  const handle = (event: LiveEvent): void => {
    if (event.type === 'typing') return showTyping(event.conversation);
    if (event.type === 'ready') {
      catchUp(queries, wasReady);
      wasReady = true;
    } else if (event.type === 'catch-up') catchUp(queries, true);
    else {
      log.add(event);
      applyToCaches(queries, event);
      if (event.type === 'message' && !event.message.own) endTyping(event.message.conversation);
    }
    onEvent(event);
  };
  const calls = new LiveCalls((frame) => socket.send(frame));
  const socket = openLiveSocket({
    url: `${location.origin.replace(/^http/, 'ws')}/api/live`,
    onEvent: (event) => {
      if (event.type === 'answer') return calls.settle(event);
      if (event.type === 'ready') calls.enable(event.calls);
      handle(event);
    },
    onState: (state) => {
      if (state !== 'open') calls.stop();
      setConnection(state);
    },
    // Any call reports the lost session, which leads to the login page.
    onRefused: () => void call('listChats').catch(() => undefined),
  });
  setTransmit(socket.send);
  setAsk(calls.ask);
  return () => {
    endReplay();
    setTransmit(undefined);
    setAsk(undefined);
    socket.close();
    calls.stop();
    setConnection('off');
  };
}

/** Queries that events refetch, besides the lists. Those in use are refetched at once, the rest on their next use. */
const money = [keys.payments, keys.ledger, keys.spending, ...wholeCaches('bundles', 'order-price')] as const;

/**
 * Fetches again what may have changed before this socket: from now on, no event is missed. The open conversation and
 * payment are always fetched; the lists only after a gap, since the page's first periodic refresh follows its first
 * opening within seconds.
 */
function catchUp(queries: QueryClient, afterGap: boolean): void {
  const conversation = readOpenConversation();
  if (conversation) void queries.invalidateQueries({ queryKey: keys.chat(conversation) });
  refetch(queries, ['payment']);
  if (!afterGap) return;
  for (const key of [keys.user, keys.chats, keys.likes, keys.hidden, ['found'] as const, ...money])
    refetch(queries, key);
  retryPictures();
}

const eventsMax = 500;

/** The latest events, to be replayed over responses that were requested before the events arrived. */
export class EventLog {
  #events: LiveEvent[] = [];
  #dropped = 0;

  /** The position in the log, which grows with each event; the argument of `since`. */
  get position(): number {
    return this.#dropped + this.#events.length;
  }

  add(event: LiveEvent): void {
    this.#events.push(event);
    if (this.#events.length <= eventsMax) return;
    this.#events.shift();
    this.#dropped += 1;
  }

  since(position: number): LiveEvent[] {
    return this.#events.slice(Math.max(0, position - this.#dropped));
  }
}

/** The time after which the socket of a hidden page may have died unnoticed. */
const distrustAfterMs = 60_000;
const closedByPolicy = 1008;
/** The session ended or got another token; the next attempt finds out which. */
const endedReason = 'logged out';

interface LiveSocketOptions {
  url: string;
  onEvent: (event: LiveEvent | CallAnswer) => void;
  onState: (state: 'connecting' | 'open' | 'waiting') => void;
  /** The server refused because the session has ended. There is no further attempt. */
  onRefused: () => void;
}

/** Keeps a socket open. It reconnects with growing delays, and at once when the network or the page comes back. */
function openLiveSocket({ url, onEvent, onState, onRefused }: LiveSocketOptions) {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let hiddenAt: number | undefined;
  const life = new AbortController();

  const connect = (): void => {
    clearTimeout(timer);
    const mine = new WebSocket(url);
    socket = mine;
    onState('connecting');
    mine.addEventListener('open', () => sendShown(mine));
    mine.addEventListener('message', ({ data }) => {
      if (mine !== socket) return;
      const event = readEvent(data);
      if (!event) return;
      if (event.type === 'ready') {
        attempt = 0;
        onState('open');
      }
      onEvent(event);
    });
    mine.addEventListener('close', ({ code, reason }) => {
      if (mine !== socket || life.signal.aborted) return;
      onState('waiting');
      if (code === closedByPolicy && reason !== endedReason) return onRefused();
      // Reconnecting now would close another tab's socket, and so on; reconnect when this tab is shown again.
      if (code === closedByLimit) return undefined;
      timer = setTimeout(
        connect,
        reconnectDelayMs(attempt, Math.random()) + reconnectSpreadMs(code, reason) * Math.random(),
      );
      attempt += 1;
    });
  };
  const connectNow = (): void => {
    if (socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING) return;
    attempt = 0;
    connect();
  };
  const renew = (): void => {
    const old = socket;
    socket = undefined;
    old?.close();
    connectNow();
  };
  const onVisibility = (): void => {
    sendShown(socket);
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (hiddenAt !== undefined && Date.now() - hiddenAt > distrustAfterMs) renew();
    else connectNow();
  };
  window.addEventListener('online', renew, life);
  window.addEventListener('offline', () => onState('waiting'), life);
  document.addEventListener('visibilitychange', onVisibility, life);
  connect();
  return {
    send: (frame: LiveFrame): boolean => sendOn(socket, frame),
    close: (): void => {
      life.abort();
      clearTimeout(timer);
      socket?.close();
    },
  };
}

function sendOn(socket: WebSocket | undefined, frame: LiveFrame): boolean {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(frame));
  return true;
}

/** Tells the server whether this tab is visible; hidden tabs get pushes and mails instead. */
function sendShown(socket: WebSocket | undefined): void {
  sendOn(socket, { type: 'shown', shown: document.visibilityState === 'visible' });
}

function readEvent(data: unknown): LiveEvent | CallAnswer | undefined {
  try {
    return JSON.parse(String(data)) as LiveEvent | CallAnswer;
  } catch {
    // Not JSON, for example from a proxy.
    return undefined;
  }
}
