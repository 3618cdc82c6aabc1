import { useEffect, useSyncExternalStore } from 'react';

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

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser says that it has no network, or the live channel cannot be opened. */
export function useIsOffline(): boolean {
  const online = useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  );
  return useConnection() === 'waiting' || !online;
}

/** Tells the channel which conversation is on the screen. */
export function useOpenConversation(conversation: string | null): void {
  useEffect(() => {
    setOpenConversation(conversation);
    return () => setOpenConversation(null);
  }, [conversation]);
}
