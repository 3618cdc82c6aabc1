import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import { call } from '../../platform/call.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { sendFrame } from '../../live/live-store.ts';
import { useConnection } from '../../live/use-live.ts';
import { chatsQuery } from '../../cache/chats-pages.ts';

function subscribeFocus(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
}

function useIsWatched(): boolean {
  return useSyncExternalStore(
    subscribeFocus,
    () => document.visibilityState === 'visible' && document.hasFocus(),
    () => false,
  );
}

/**
 * Reports messages as read, once for each new message, while the page is visible and focused. If the live channel is
 * not open, it fetches the conversation instead, which marks it read too.
 */
export function useRead(chat: Chat | null | undefined): void {
  const queries = useQueryClient();
  const watched = useIsWatched();
  const isOpen = useConnection() === 'open';
  const conversation = chat?.conversation?.id;
  const lastOther = chat?.messages.findLast((message) => !message.own)?.seq ?? 0;
  const unread = chat?.conversation?.unread ?? 0;
  const reported = useRef(0);

  useEffect(() => {
    if (!conversation || !watched || lastOther === 0) return;
    const entry = queries
      .getQueryData(chatsQuery.queryKey)
      ?.chats.find((other) => other.conversation.id === conversation);
    if (reported.current >= lastOther && unread === 0 && !entry?.num_unread_messages) return;
    reported.current = lastOther;
    applyToCaches(queries, { type: 'read', conversation, seq: lastOther, own: true, num_unread_messages: 0 });
    if (!sendFrame({ type: 'read', conversation, seq: lastOther }))
      void call('getChat', { conversation }).catch(() => undefined);
  }, [queries, conversation, watched, lastOther, unread, isOpen]);
}
