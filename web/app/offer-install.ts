import type { QueryClient } from '@tanstack/react-query';

import { chatsQuery } from '../queries.ts';
import { takeEarlyInstall } from './early-install.ts';

const conversationsBefore = 2;

/** What Chromium sends where the site can be installed. It may be asked once. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/**
 * Holds back the browser's own invitation to install the app until the member talks to several people, who will come
 * back: then `offer` is called with a function that lets the browser ask. Returns a function that ends it.
 */
export function offerInstall(queries: QueryClient, offer: (ask: () => void) => void): () => void {
  const life = new AbortController();
  let held = takeEarlyInstall() as InstallEvent | undefined;
  const offerIfDue = (): void => {
    const conversations = queries.getQueryData(chatsQuery.queryKey)?.chats.length ?? 0;
    if (!held || conversations < conversationsBefore) return;
    const event = held;
    held = undefined;
    offer(() => void event.prompt());
  };
  const hold = (event: Event): void => {
    event.preventDefault();
    held = event as InstallEvent;
    // The head of the page may have noted it, too.
    takeEarlyInstall();
    offerIfDue();
  };
  window.addEventListener('beforeinstallprompt', hold, life);
  const stop = queries.getQueryCache().subscribe(offerIfDue);
  offerIfDue();
  return () => {
    life.abort();
    stop();
  };
}
