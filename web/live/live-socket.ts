import { reconnectDelayMs, reconnectSpreadMs } from '../../contract/live/reconnect.ts';
import { type LiveEvent, type LiveFrame, closedByLimit } from '../../contract/events.ts';

/** If a page was hidden for longer than this, its socket may have died unnoticed. */
const distrustAfterMs = 60_000;
const closedByPolicy = 1008;
/** The session ended or got another token; the next attempt finds out which. */
const endedReason = 'logged out';

export interface LiveSocketOptions {
  url: string;
  onEvent: (event: LiveEvent) => void;
  onState: (state: 'connecting' | 'open' | 'waiting') => void;
  /** The server refused because the session has ended. There is no further attempt. */
  onRefused: () => void;
}

export interface LiveSocket {
  /** False when the channel is not open. */
  send(frame: LiveFrame): boolean;
  close(): void;
}

/** Keeps a socket open. It reconnects with growing delays, and at once when the network or the page comes back. */
export function openLiveSocket({ url, onEvent, onState, onRefused }: LiveSocketOptions): LiveSocket {
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
    send: (frame) => sendOn(socket, frame),
    close: () => {
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

/** Tells the server whether this tab is visible; hidden tabs get pushes and emails instead. */
function sendShown(socket: WebSocket | undefined): void {
  sendOn(socket, { type: 'shown', shown: document.visibilityState === 'visible' });
}

function readEvent(data: unknown): LiveEvent | undefined {
  try {
    return JSON.parse(String(data)) as LiveEvent;
  } catch {
    // Not JSON, for example from a proxy.
    return undefined;
  }
}
