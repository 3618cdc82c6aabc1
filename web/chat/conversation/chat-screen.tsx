import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactElement, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useLocation, useSearchParams } from 'react-router';

import type { Chat } from '../../../contract/chat/operations.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { chatsQuery } from '../../cache/list-pages.ts';
import { sendFrame, useConnection, useOpenConversation } from '../../platform/live-store.ts';
import { call } from '../../platform/calls/call.ts';
import { cx } from '../../ui/cx.ts';
import { latePart } from '../../ui/lazy-part.ts';
import { leavePart, mayWriteIn } from '../chat-queries.ts';
import { Composer } from '../composer/composer.tsx';
import { type Composer as Writing, useComposer } from '../composer/use-composer.ts';
import { withoutDelivered } from '../outbox/outbox-entry.ts';
import { outbox, useOutbox } from '../outbox/outbox.ts';
import { ChatHeader } from './chat-header.tsx';
import { MessageArea } from './message-area.tsx';

export function ChatScreen({ chat }: { chat: Chat }): ReactElement {
  const isWide = useIsWide();
  // Without a profile to show, the conversation gets the whole width.
  const hasSide = chat.send_blocker !== 'gone' && chat.send_blocker !== 'blocked';
  const writing = useComposer(chat);
  const pending = usePending(chat);
  useOpenConversation(chat.conversation?.id ?? null);
  useRead(chat);
  useWantedMessage(chat.conversation?.id);
  const isDropping = (event: DragEvent): boolean => {
    const hasFile = event.dataTransfer.types.includes('Files');
    // Otherwise the browser opens the file in place of the page.
    if (hasFile) event.preventDefault();
    return hasFile && mayWriteIn(chat);
  };
  const onDrop = (event: DragEvent): void => {
    const [file] = event.dataTransfer.files;
    if (isDropping(event) && file) writing.selectPhoto(file);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- there is also a button to add a file
    <div
      onDragOver={isDropping}
      onDrop={onDrop}
      className={cx('relative h-full min-h-0 bg-page', hasSide && 'xl:pr-80')}
    >
      <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
        <ChatHeader chat={chat} />
        <MessageArea chat={chat} pending={pending} sent={writing.sent} onEdit={writing.putBack} />
        <Foot chat={chat} writing={writing} />
      </div>
      {hasSide && isWide && <ChatSide chat={chat} onQuote={writing.setQuote} />}
    </div>
  );
}

const ChatSide = latePart(async () => (await import('./chat-side.tsx')).loadChatSide());

/** As Tailwind's `xl`. */
const wide = '(min-width: 75rem)';

function subscribeWidth(listener: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribeWidth,
    () => matchMedia(wide).matches,
    () => false,
  );
}

function useWantedMessage(conversation: ConversationId | undefined): void {
  const queries = useQueryClient();
  const [query] = useSearchParams();
  const seq = Number(query.get('message'));
  // The same message can be opened again.
  const { key } = useLocation();
  useEffect(() => {
    if (conversation && seq > 0)
      void import('../search/load-part.ts').then(({ goToMessage }) => goToMessage(queries, conversation, seq));
  }, [queries, conversation, seq, key]);
  useEffect(() => (conversation ? () => leavePart(queries, conversation) : undefined), [queries, conversation]);
}

/** The composer, or why the member cannot write. A member who only lacks credits keeps writing: the text is kept. */
function Foot({ chat, writing }: { chat: Chat; writing: Writing }): ReactElement {
  const { send_blocker: blocker } = chat;
  return (
    <div className="border-t border-line bg-surface px-3 pt-2 pb-[max(8px,env(safe-area-inset-bottom))] md:px-6 md:pt-3.5 md:pb-4">
      <div className="mx-auto grid max-w-talk grid-cols-[minmax(0,1fr)]">
        {blocker === null || blocker === 'credits' ? (
          <Composer chat={chat} writing={writing} />
        ) : (
          <SendBlockerNote chat={chat} blocker={blocker} />
        )}
      </div>
    </div>
  );
}

/**
 * Returns the messages that are not acknowledged yet. Those that are in the history are hidden and leave the outbox.
 */
function usePending(chat: Chat): ReturnType<typeof useOutbox> {
  const all = useOutbox(chat.profile.id);
  const pending = useMemo(() => withoutDelivered(all, chat.messages), [all, chat.messages]);
  useEffect(() => {
    for (const entry of all) if (entry.state === 'failed' && !pending.includes(entry)) outbox.drop(entry.key);
  }, [all, pending]);
  return pending;
}

const SendBlockerNote = latePart(async () => ({ default: (await import('./blocker-note.tsx')).SendBlockerNote }));

function subscribeFocus(listener: () => void): () => void {
  const life = new AbortController();
  document.addEventListener('visibilitychange', listener, life);
  window.addEventListener('focus', listener, life);
  window.addEventListener('blur', listener, life);
  return () => life.abort();
}

function useIsWatched(): boolean {
  return useSyncExternalStore(
    subscribeFocus,
    () => document.visibilityState === 'visible' && document.hasFocus(),
    () => false,
  );
}

/** Reports each new message once, while the page is visible. Without the live channel, a fetch marks it read. */
function useRead(chat: Chat | null | undefined): void {
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
