import { useEffect } from 'react';

import type { LiveFrame } from '../../contract/events.ts';
import { createStore } from './store.ts';
import { useIsOnline } from './calls/connection.ts';

/** The live channel's state: `off` while nobody is logged in, `connecting`, `open`, or `waiting` between attempts. */
type Connection = 'off' | 'connecting' | 'open' | 'waiting';

const connection = createStore<Connection>('off');

/** Conversation → when its typing indicator disappears, in milliseconds of this browser's clock. */
const typing = createStore<Readonly<Record<string, number>>>({});

/** A typing indicator disappears after this time; frames that renew it arrive every second. */
const typingLastsMs = 4_000;

// Module state, one per page: it has one live channel, and code outside of React asks for both.
let transmit: ((frame: LiveFrame) => boolean) | undefined;
let openConversation: ConversationId | null = null;

export function setConnection(next: Connection): void {
  if (next !== connection.read()) connection.set(next);
}

export function showTyping(conversation: ConversationId): void {
  const until = Date.now() + typingLastsMs;
  typing.set({ ...typing.read(), [conversation]: until });
  setTimeout(() => {
    if (typing.read()[conversation] === until) endTyping(conversation);
  }, typingLastsMs);
}

export function endTyping(conversation: ConversationId): void {
  const { [conversation]: ended, ...others } = typing.read();
  if (ended !== undefined) typing.set(others);
}

/** Sets the function that sends frames; the channel provides it while it runs. */
export function setTransmit(send: typeof transmit): void {
  transmit = send;
}

/** Sends a frame on the live channel. False if it is not open: typing is then lost, reads are reported by a call. */
export function sendFrame(frame: LiveFrame): boolean {
  return transmit?.(frame) ?? false;
}

/** Sets the conversation on the screen: its messages need no toast, and a catch-up starts with it. */
export function setOpenConversation(conversation: ConversationId | null): void {
  openConversation = conversation;
}

export function readOpenConversation(): ConversationId | null {
  return openConversation;
}

export function useConnection(): Connection {
  return connection.useValue((state) => state);
}

export function useTyping(conversation: ConversationId | null): boolean {
  return typing.useValue((until) => conversation !== null && until[conversation] !== undefined);
}

/** True if the site cannot be reached, or the live channel cannot be opened. */
export function useIsOffline(): boolean {
  const online = useIsOnline();
  return useConnection() === 'waiting' || !online;
}

export function useOpenConversation(conversation: ConversationId | null): void {
  useEffect(() => {
    setOpenConversation(conversation);
    return () => setOpenConversation(null);
  }, [conversation]);
}
