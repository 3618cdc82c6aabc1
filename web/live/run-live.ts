import type { QueryClient } from '@tanstack/react-query';

import type { LiveEvent } from '../../contract/events.ts';
import { call } from '../platform/call.ts';
import { applyToCaches, refetch, replayOverAnswers } from '../cache/apply-to-caches.ts';
import { keys } from '../platform/query-keys.ts';
import { retryPictures } from '../ui/failed-picture.ts';
import { EventLog } from './event-log.ts';
import { openLiveSocket } from './live-socket.ts';
import { endTyping, showTyping, readOpenConversation, setConnection, setTransmit } from './live-store.ts';

/** Opens the live channel and keeps the caches in step until the returned function is called. */
export function runLive(queries: QueryClient, onEvent: (event: LiveEvent) => void): () => void {
  const log = new EventLog();
  const endReplay = replayOverAnswers(queries, log);
  let wasReady = false;
  const take = (event: LiveEvent): void => {
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
  const socket = openLiveSocket({
    url: `${location.origin.replace(/^http/, 'ws')}/api/live`,
    onEvent: take,
    onState: setConnection,
    // Any call reports the lost session, which leads to the login page.
    onRefused: () => void call('listChats').catch(() => undefined),
  });
  setTransmit(socket.send);
  return () => {
    endReplay();
    setTransmit(undefined);
    socket.close();
    setConnection('off');
  };
}

/** Queries that events refetch, besides the lists. Those in use are refetched at once, the rest on their next use. */
const money = [keys.payments, keys.ledger, keys.spending, ['bundles'], ['quote']] as const;

/**
 * The channel is open, so data fetched from now on misses no event. The open conversation and the payment on the
 * screen are always refetched; the lists only after a gap, since the page's first periodic refresh follows its first
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
