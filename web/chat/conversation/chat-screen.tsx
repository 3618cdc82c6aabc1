import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactElement, useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';

import type { Chat } from '../../../contract/chat/operations.ts';
import { useOpenConversation } from '../../live/use-live.ts';
import { leavePart } from '../chat-part.ts';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from '../composer/composer.tsx';
import { MessageArea } from './message-area.tsx';
import { dropEntry, useOutbox } from '../outbox/outbox-view.ts';
import { withoutDelivered } from '../outbox/outbox-entry.ts';
import { SendBlockerNotice } from './send-blocker.tsx';
import { type Composer as Writing, useComposer } from '../composer/use-composer.ts';
import { useRead } from './use-read.ts';

/** A conversation: top bar, messages, and the composer or the reason why the member cannot write. */
export function ChatScreen({ chat }: { chat: Chat }): ReactElement {
  const writing = useComposer(chat);
  const pending = usePending(chat);
  useOpenConversation(chat.conversation?.id ?? null);
  useRead(chat);
  useWantedMessage(chat.conversation?.id);
  const { bar } = chat;
  const mayWrite = bar === null || bar === 'credits';
  const isDropping = (event: DragEvent): boolean => {
    const hasFile = event.dataTransfer.types.includes('Files');
    // Otherwise the browser opens the file in place of the page.
    if (hasFile) event.preventDefault();
    return hasFile && mayWrite;
  };
  const onDrop = (event: DragEvent): void => {
    const [file] = event.dataTransfer.files;
    if (isDropping(event) && file) writing.takeFile(file);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- there is also a button to add a file
    <div
      onDragOver={isDropping}
      onDrop={onDrop}
      className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] bg-page"
    >
      <ChatHeader chat={chat} />
      <MessageArea chat={chat} pending={pending} sent={writing.sent} onEdit={writing.putBack} />
      <Foot chat={chat} writing={writing} />
    </div>
  );
}

/** Goes to the message whose `seq` a search passes in `?message=`. */
function useWantedMessage(conversation: string | undefined): void {
  const queries = useQueryClient();
  const [query] = useSearchParams();
  const seq = Number(query.get('message'));
  // The same message can be opened again.
  const { key } = useLocation();
  useEffect(() => {
    if (conversation && seq > 0)
      void import('../search/go-to-message.ts').then(({ goToMessage }) => goToMessage(queries, conversation, seq));
  }, [queries, conversation, seq, key]);
  useEffect(() => (conversation ? () => leavePart(queries, conversation) : undefined), [queries, conversation]);
}

/** The composer, or why the member cannot write. A member who only lacks credits keeps writing: the text is kept. */
function Foot({ chat, writing }: { chat: Chat; writing: Writing }): ReactElement {
  const { bar: blocker } = chat;
  return (
    <div className="border-t border-line bg-surface px-3 pt-2 pb-[max(8px,env(safe-area-inset-bottom))] md:px-6 md:pt-3.5 md:pb-4">
      <div className="mx-auto grid max-w-talk grid-cols-[minmax(0,1fr)]">
        {blocker === null || blocker === 'credits' ? (
          <Composer chat={chat} writing={writing} />
        ) : (
          <SendBlockerNotice chat={chat} blocker={blocker} />
        )}
      </div>
    </div>
  );
}

/** Messages that are not acknowledged yet. Those that are in the history are hidden and leave the outbox. */
function usePending(chat: Chat): ReturnType<typeof useOutbox> {
  const all = useOutbox(chat.profile.id);
  const pending = useMemo(() => withoutDelivered(all, chat.messages), [all, chat.messages]);
  useEffect(() => {
    for (const entry of all) if (entry.state === 'failed' && !pending.includes(entry)) dropEntry(entry.key);
  }, [all, pending]);
  return pending;
}
