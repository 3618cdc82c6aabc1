import type { QueryClient } from '@tanstack/react-query';

import { chatsQuery } from '../cache/chats-pages.ts';
import { takeEarlyInstall } from './early-install.ts';

const conversationsBefore = 2;

/** Sent by Chromium if the site can be installed. `prompt` works once. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/**
 * Holds back the browser's own install invitation until the member talks to several people and so will come back;
 * then calls `offer` with a function that shows it. Returns a function that stops this.
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
    // The script in the page's head may hold it, too.
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
