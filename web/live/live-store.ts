import type { LiveFrame } from '../../contract/events.ts';

/** The live channel's state: `off` while nobody is logged in, `connecting`, `open`, or `waiting` between attempts. */
export type Connection = 'off' | 'connecting' | 'open' | 'waiting';

export interface LiveState {
  connection: Connection;
  /** Conversation → when its typing indicator disappears, in milliseconds of this browser's clock. */
  typing: Readonly<Record<string, number>>;
}

/** A typing indicator disappears after this time; frames that renew it arrive every second. */
const typingLastsMs = 4_000;

export const quietState: LiveState = { connection: 'off', typing: {} };

let state = quietState;
let transmit: ((frame: LiveFrame) => boolean) | undefined;
let openConversation: string | null = null;
const listeners = new Set<() => void>();

export function readLive(): LiveState {
  return state;
}

export function subscribeLive(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function change(part: Partial<LiveState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

export function setConnection(connection: Connection): void {
  if (connection !== state.connection) change({ connection });
}

/** Shows that the other member is typing, until they stop. */
export function showTyping(conversation: string): void {
  const until = Date.now() + typingLastsMs;
  change({ typing: { ...state.typing, [conversation]: until } });
  setTimeout(() => {
    if (state.typing[conversation] === until) endTyping(conversation);
  }, typingLastsMs);
}

export function endTyping(conversation: string): void {
  if (state.typing[conversation] === undefined) return;
  const { [conversation]: _ended, ...typing } = state.typing;
  change({ typing });
}

/** Sets the function that sends frames; the channel provides it while it runs. */
export function setTransmit(send: typeof transmit): void {
  transmit = send;
}

/** Sends a frame on the live channel. False if it is not open: typing is then lost, reads are reported by a call. */
export function sendFrame(frame: LiveFrame): boolean {
  return transmit?.(frame) ?? false;
}

/** The conversation on the screen: its messages need no toast, and a catch-up starts with it. */
export function setOpenConversation(conversation: string | null): void {
  openConversation = conversation;
}

export function readOpenConversation(): string | null {
  return openConversation;
}
