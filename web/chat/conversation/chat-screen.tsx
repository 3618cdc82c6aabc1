import { useQueryClient } from '@tanstack/react-query';
import {
  type DragEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useLocation, useSearchParams } from 'react-router';

import { freeConversationsStartedMax } from '../../../contract/chat/limits.ts';
import type { Chat } from '../../../contract/chat/operations.ts';
import type { SendBlocker } from '../../../contract/members/operations.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { chatsQuery } from '../../cache/list-pages.ts';
import { sendFrame, useConnection, useOpenConversation } from '../../platform/live-store.ts';
import { useBlocking } from '../block/block-member.ts';
import { EndPause } from '../../members/pause/end-pause.tsx';
import { call } from '../../platform/call.ts';
import { pathTo } from '../../platform/route-table.ts';
import { loadSentences, useSay } from '../../platform/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { type LucideIcon, Ban, Crown, Flame, Info, Mail, Moon } from '../../ui/icon.tsx';
import { latePart } from '../../ui/lazy-part.ts';
import { leavePart, mayWriteIn } from '../chat-queries.ts';
import { Composer } from '../composer/composer.tsx';
import { type Composer as Writing, useComposer } from '../composer/use-composer.ts';
import { withoutDelivered } from '../outbox/outbox-entry.ts';
import { outbox, useOutbox } from '../outbox/outbox.ts';
import { ChatHeader } from './chat-header.tsx';
import { MessageArea } from './message-area.tsx';

export function ChatScreen({ chat }: { chat: Chat }): ReactElement {
  const say = useSay();
  const isWide = useIsWide();
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
    if (isDropping(event) && file) writing.takeFile(file);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- there is also a button to add a file
    <div onDragOver={isDropping} onDrop={onDrop} className="flex h-full min-h-0 bg-page">
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
        <ChatHeader chat={chat} />
        <MessageArea chat={chat} pending={pending} sent={writing.sent} onEdit={writing.putBack} />
        <Foot chat={chat} writing={writing} />
      </div>
      {!chat.profile.former && (
        <aside
          aria-label={say('chat.menu-profile')}
          className="hidden w-80 shrink-0 auto-rows-max gap-5 overflow-y-auto border-l border-line bg-surface p-5 xl:grid"
        >
          {isWide && <ChatSide chat={chat} onQuote={writing.setQuote} />}
        </aside>
      )}
    </div>
  );
}

const ChatSide = latePart(async () => {
  const [{ ChatSide: side }] = await Promise.all([
    import('./chat-side.tsx'),
    loadSentences(document.documentElement.lang as Language, ['attributes', 'members']),
  ]);
  return { default: side };
});

/** As Tailwind's `xl`. */
const wide = '(min-width: 75rem)';

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
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

/** Messages that are not acknowledged yet. Those that are in the history are hidden and leave the outbox. */
function usePending(chat: Chat): ReturnType<typeof useOutbox> {
  const all = useOutbox(chat.profile.id);
  const pending = useMemo(() => withoutDelivered(all, chat.messages), [all, chat.messages]);
  useEffect(() => {
    for (const entry of all) if (entry.state === 'failed' && !pending.includes(entry)) outbox.drop(entry.key);
  }, [all, pending]);
  return pending;
}

type NotedBlocker = Exclude<SendBlocker, 'credits'>;

const icons: Record<NotedBlocker, LucideIcon> = {
  premium: Crown,
  unconfirmed: Mail,
  'you-blocked': Ban,
  blocked: Ban,
  closed: Flame,
  'you-paused': Moon,
  paused: Moon,
  gone: Info,
};

function SendBlockerNote({ chat, blocker }: { chat: Chat; blocker: NotedBlocker }): ReactElement {
  const say = useSay();
  const { name } = chat.profile;
  return (
    <Alert icon={icons[blocker]} action={<Action chat={chat} blocker={blocker} />}>
      <p>{say(`chat.blocker-${blocker}`, { name, max: freeConversationsStartedMax })}</p>
    </Alert>
  );
}

function Action({ chat, blocker }: { chat: Chat; blocker: NotedBlocker }): ReactNode {
  const say = useSay();
  // After the payment, the member returns to this conversation.
  const next = `?next=${encodeURIComponent(useLocation().pathname)}`;
  const unblock = useBlocking('unblockMember', 'chat.unblock-done');
  if (blocker === 'you-blocked')
    return (
      <Button variant="quiet" size="sm" busy={unblock.isPending} onClick={() => unblock.mutate(chat.profile)}>
        {say('chat.blocker-you-blocked-action')}
      </Button>
    );
  if (blocker === 'you-paused') return <EndPause />;
  const links = {
    premium: [pathTo('premium') + next, 'chat.blocker-premium-action'],
    unconfirmed: [pathTo('members'), 'chat.blocker-unconfirmed-action'],
    blocked: [pathTo('chats'), 'chat.blocker-back-action'],
    closed: [pathTo('members'), 'chat.empty-action'],
    paused: [pathTo('members'), 'chat.blocker-unconfirmed-action'],
    gone: [pathTo('chats'), 'chat.blocker-back-action'],
  } as const;
  const [to, words] = links[blocker];
  return (
    <LinkButton to={to} size="sm" variant={blocker === 'premium' ? 'primary' : 'quiet'}>
      {say(words)}
    </LinkButton>
  );
}

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
