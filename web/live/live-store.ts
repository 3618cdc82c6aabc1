import type { LiveFrame } from '../../contract/events.ts';

/**
 * Where the live channel stands: `off` while nobody is logged in, `connecting`, `open`, or `waiting` between two tries.
 */
export type Connection = 'off' | 'connecting' | 'open' | 'waiting';

export interface LiveState {
  connection: Connection;
  /** Conversation → when its typing sign goes out, in milliseconds of this browser's clock. */
  typing: Readonly<Record<string, number>>;
}

/** A typing sign goes out by itself: the frames that keep it lit come each second. */
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

/** Shows that somebody writes in a conversation, until they stop. */
export function noteTyping(conversation: string): void {
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

/** How frames leave; set by the channel while it is open. */
export function setTransmit(send: typeof transmit): void {
  transmit = send;
}

/** Says something on the live channel. False when it is not open: typing is then lost, and a read mark goes another way. */
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
