import { useEffect, useSyncExternalStore } from 'react';

import { useIsOnline } from '../shell/connection.ts';
import { type Connection, quietState, readLive, setOpenConversation, subscribeLive } from './live-store.ts';

/** The state of the live channel. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribeLive,
    () => readLive().connection,
    () => quietState.connection,
  );
}

/** Whether the other member of a conversation is writing right now. */
export function useTyping(conversation: string | null): boolean {
  return useSyncExternalStore(
    subscribeLive,
    () => conversation !== null && readLive().typing[conversation] !== undefined,
    () => false,
  );
}

/** Whether the site cannot be reached, or the live channel cannot be opened. */
export function useIsOffline(): boolean {
  const online = useIsOnline();
  return useConnection() === 'waiting' || !online;
}

/** Tells the channel which conversation is on the screen. */
export function useOpenConversation(conversation: string | null): void {
  useEffect(() => {
    setOpenConversation(conversation);
    return () => setOpenConversation(null);
  }, [conversation]);
}
