import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Fragment,
  type ReactElement,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import { freeMessagesVisibleMax } from '../../../contract/chat/limits.ts';
import type { Chat, Message } from '../../../contract/chat/operations.ts';
import { useIsOffline, useTyping } from '../../platform/live-store.ts';
import { call } from '../../platform/calls/call.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { useIsHydrated, useIsInBrowser } from '../../platform/pages/hydrated.ts';
import { LocalTime } from '../../platform/sentences/local-time.tsx';
import { settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { useMore } from '../../platform/load-more.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ArrowLeft, Icon } from '../../ui/icon.tsx';
import { latePart } from '../../ui/lazy-part.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { UnlitTealight } from '../../ui/tealights.tsx';
import { leavePart, loadOlder, mayWriteIn, usePart, withPart } from '../chat-queries.ts';
import { type OutboxEntry, isHeld } from '../outbox/outbox-entry.ts';
import { outbox } from '../outbox/outbox.ts';
import { type PendingMessageProps, PendingMessage } from '../outbox/pending-message.tsx';
import { formatPreview } from '../preview.ts';
import { MessageBubble } from './message-bubble.tsx';
import { buildRows } from './message-rows.ts';
import './conversation.css';

const ConfirmReminder = latePart(async () => ({ default: (await import('./confirm-reminder.tsx')).ConfirmReminder }));
const Icebreakers = latePart(async () => ({ default: (await import('../icebreakers/icebreakers.tsx')).Icebreakers }));

export interface MessageAreaProps {
  chat: Chat;
  pending: OutboxEntry[];
  sent: number;
  onEdit: PendingMessageProps['onEdit'];
}

/** The messages of a conversation, at most 800 px wide (specification, section 9). Typing does not rerender them. */
export const MessageArea = memo(function MessageArea({ chat, pending, sent, onEdit }: MessageAreaProps): ReactElement {
  const say = useSay();
  const { name } = chat.profile;
  const queries = useQueryClient();
  const conversation = chat.conversation?.id;
  const typing = useTyping(conversation ?? null);
  const part = usePart(conversation);
  const isPart = part !== undefined;
  const shown = useMemo(() => withPart(chat, part), [chat, part]);
  const lastKey = `${shown.messages.at(-1)?.seq}.${pending.length}.${typing}`;
  const { scroller, atEnd: atShownEnd, onScroll, toEnd: scrollToEnd } = useStick(lastKey, isPart);
  const atEnd = atShownEnd && !isPart;
  const [firstNew] = useState(() => findFirstNew(chat));
  const { missed, announced } = useArrivals(chat.messages, atEnd, firstNew);
  const waits = useIsOffline() && pending.some(({ key }) => !outbox.isInPageOnly(key));
  const toEnd = (behavior: ScrollBehavior): void => {
    if (conversation !== undefined) leavePart(queries, conversation);
    scrollToEnd(behavior);
  };
  const mayWrite = mayWriteIn(chat);
  const isEmpty = chat.messages.length === 0 && pending.length === 0;

  // Scrolls down to a sent message; instantly, because its delivery would stop a smooth scroll.
  const showSent = useEffectEvent(() => toEnd('instant'));
  useLayoutEffect(() => {
    if (sent > 0) showSent();
  }, [sent]);

  return (
    <div className="relative min-h-0">
      <div
        ref={scroller}
        data-scroller
        onScroll={onScroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by key
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={say('chat.log', { name })}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain outline-offset-[-4px] [overflow-anchor:none] focus-visible:[box-shadow:none]"
      >
        <div
          className={cx(
            'mx-auto flex w-full max-w-talk flex-col px-3.5 pt-3.5 pb-2.5 md:px-6',
            isEmpty ? 'my-auto' : 'mt-auto',
          )}
        >
          <OlderMessages chat={shown} />
          {isEmpty &&
            (mayWrite ? (
              <Beginning chat={chat} onEdit={onEdit} />
            ) : (
              <UnlitTealight className="mx-auto h-[66px] w-[84px]" />
            ))}
          <Messages chat={shown} pending={isPart ? [] : pending} onEdit={onEdit} whole={isPart} firstNew={firstNew} />
          {/* A fixed height, so that the messages above do not move. */}
          {isPart && <MoreMessages chat={chat} end="newer" className="h-32 content-center" />}
          {typing && !isPart && <TypingBubble />}
          {!isPart && <Unconfirmed chat={chat} />}
        </div>
      </div>
      {!atEnd && <ToEnd missed={missed} onPress={() => toEnd('smooth')} />}
      <p aria-live="polite" className="sr-only">
        {waits && say('chat.waiting')}
        {!waits &&
          announced &&
          `${announced.own ? say('chat.sent') : say('chat.from-other', { name })}: ${formatPreview(say, announced)}`}
      </p>
    </div>
  );
});

/** The number of the first message that was unread when the conversation was opened, and how many were. */
interface FirstNew {
  seq: number;
  count: number;
}

function findFirstNew({ conversation, messages }: Chat): FirstNew | null {
  const unread = messages.filter(({ own, seq }) => !own && seq > (conversation?.read_seq ?? seq));
  return unread[0] ? { seq: unread[0].seq, count: unread.length } : null;
}

interface MessagesProps extends Omit<MessageAreaProps, 'sent'> {
  whole: boolean;
  firstNew: FirstNew | null;
}

function Messages({ chat, pending, onEdit, whole, firstNew }: MessagesProps): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  // The server does not know the member's time zone.
  const isLocal = useIsInBrowser();
  const rows = useMemo(() => buildRows(chat.messages, isLocal ? undefined : 'UTC'), [chat.messages, isLocal]);
  const [openedAt] = useState(chat.conversation?.last_seq ?? 0);
  const readSeq = chat.conversation?.other_read_seq ?? 0;
  // Fictional members answer no questions, and the question's code is loaded after hydration.
  const isHydrated = useIsHydrated();
  const asks = isHydrated && !chat.profile.fictional;
  return (
    <ol className="flex flex-col" data-whole={whole || undefined}>
      {rows.map((row) =>
        row.type === 'day' ? (
          <DayLine key={row.key} at={row.at} />
        ) : (
          <Fragment key={row.key}>
            {row.message.seq === firstNew?.seq && <NewLine count={firstNew.count} />}
            <MessageBubble
              message={row.message}
              name={chat.profile.name}
              prefix={settings?.cdn_prefix ?? ''}
              first={row.first}
              last={row.last}
              read={row.message.seq <= readSeq}
              otherId={isHydrated ? chat.profile.id : null}
              mayAnswer={asks && row.message.gift ? mayWriteIn(chat) : null}
              fresh={row.message.seq > openedAt}
            />
          </Fragment>
        ),
      )}
      {pending.map((entry) => (
        <PendingMessage
          key={entry.key}
          entry={entry}
          name={chat.profile.name}
          isHeld={isHeld(entry, pending)}
          onEdit={onEdit}
        />
      ))}
    </ol>
  );
}

/** The upper end of a conversation: more to load, or a note on messages that only premium members see. */
function OlderMessages({ chat }: { chat: Chat }): ReactElement | null {
  const say = useSay();
  if (chat.has_older) return <MoreMessages chat={chat} end="older" />;
  if (!chat.hidden_older) return null;
  return (
    <aside className="my-3 grid justify-items-center gap-1.5 rounded-card bg-sunken px-5 py-4 text-center">
      <p className="speak text-17">{say('chat.older-hidden-title')}</p>
      <p className="max-w-[34em] text-13 text-pretty text-ink-2">
        {say('chat.older-hidden-text', { max: freeMessagesVisibleMax })}
      </p>
      <LinkButton to={pathTo('premium')} variant="second" size="sm" className="mt-1.5">
        {say('chat.older-hidden-action')}
      </LinkButton>
    </aside>
  );
}

// Only a search opens a part.
const loadNewer: typeof loadOlder = async (...of) => (await import('../search/load-part.ts')).loadNewer(...of);

function MoreMessages(props: { chat: Chat; end: 'older' | 'newer'; className?: string }): ReactElement {
  const { chat, end, className } = props;
  const say = useSay();
  const queries = useQueryClient();
  const conversation = chat.conversation?.id;
  const loadMore = useCallback(
    async () => (conversation ? (end === 'older' ? loadOlder : loadNewer)(queries, call, conversation) : undefined),
    [queries, conversation, end],
  );
  const { state, load, edge } = useMore(true, loadMore);
  return (
    <div ref={edge} className={cx('grid justify-items-center py-3', className)}>
      {state === 'loading' ? (
        <Loading label={say(`chat.${end}-loading`)} className="grid w-full gap-2">
          <Skeleton className="h-11 w-3/5 rounded-[18px]" />
          <Skeleton className="h-11 w-2/5 justify-self-end rounded-[18px]" />
        </Loading>
      ) : (
        <Button variant="quiet" size="sm" onClick={load}>
          {say(state === 'failed' ? 'common.retry' : `chat.${end}-load`)}
        </Button>
      )}
    </div>
  );
}

function Beginning({ chat, onEdit }: Pick<MessageAreaProps, 'chat' | 'onEdit'>): ReactElement {
  const say = useSay();
  const isHydrated = useIsHydrated();
  const begun = (chat.conversation?.last_seq ?? 0) > 0;
  return (
    <div className="grid justify-items-center gap-1.5 px-2 py-6 text-center md:px-6 md:py-10">
      <h2 className="speak text-26">{say('chat.begin-title', { name: chat.profile.name })}</h2>
      <p className="max-w-[30em] text-pretty text-ink-2">{say(begun ? 'chat.begin-restart' : 'chat.begin-text')}</p>
      {isHydrated && <Icebreakers profile={chat.profile} onChoose={(line) => onEdit(line, null)} className="mt-4" />}
    </div>
  );
}

/** The reminder that only a fictional profile replies to a member whose address is not confirmed. */
function Unconfirmed({ chat }: { chat: Chat }): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  const isHydrated = useIsHydrated();
  if (!isHydrated || user?.status !== 'not_confirmed' || chat.profile.fictional || !mayWriteIn(chat)) return null;
  return <ConfirmReminder name={chat.profile.name} email={user.email} />;
}

function ToEnd({ missed, onPress }: { missed: number; onPress: () => void }): ReactElement {
  const say = useSay();
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={missed > 0 ? say('chat.new-messages', { count: missed }) : say('chat.to-latest')}
      className="absolute right-3 bottom-3 grid size-11 animate-fade place-items-center rounded-full bg-raised text-primary-ink shadow-e2 inset-ring inset-ring-line hover:bg-primary-soft min-[1400px]:right-6"
    >
      <Icon of={ArrowLeft} size="sm" className="-rotate-90" />
      {missed > 0 && <Badge count={missed} className="absolute -top-1.5 -right-1" />}
    </button>
  );
}

function NewLine({ count }: { count: number }): ReactElement {
  const say = useSay();
  return (
    <li
      data-first-new
      className="mt-4 mb-1 border-t border-primary pt-1 text-center text-12 font-bold text-primary-ink"
    >
      {say('chat.new-messages', { count })}
    </li>
  );
}

interface Arrivals {
  missed: number;
  announced: Message | undefined;
}

/** Returns the last message since the page opened, to be announced, and how many of the other member's are unseen. */
function useArrivals(messages: readonly Message[], atEnd: boolean, firstNew: FirstNew | null): Arrivals {
  const lastSeq = messages.at(-1)?.seq ?? 0;
  const [openedAt] = useState(lastSeq);
  const [seenSeq, setSeenSeq] = useState(firstNew ? firstNew.seq - 1 : lastSeq);
  if (atEnd && seenSeq !== lastSeq) setSeenSeq(lastSeq);
  const missed = messages.filter((message) => !message.own && message.seq > seenSeq).length;
  const announced = messages.findLast((message) => message.seq > openedAt);
  return { missed, announced };
}

function DayLine({ at }: { at: string }): ReactElement {
  const format = useFormat();
  return (
    <li className="mt-4 mb-1 text-center text-12 font-semibold text-ink-3 first:mt-1">
      <LocalTime
        at={at}
        write={(moment) => format.relativeDay(moment)}
        className="inline-block first-letter:uppercase"
      />
    </li>
  );
}

function TypingBubble(): ReactElement {
  const say = useSay();
  return (
    <div className="mt-2 flex animate-rise items-center gap-2.5">
      <span
        aria-hidden="true"
        className="typing-dots inline-flex items-center gap-1.25 rounded-[18px] rounded-bl-[6px] bg-bubble-other px-4 py-3.5 shadow-e1"
      >
        <i />
        <i />
        <i />
      </span>
      <span className="text-12 text-ink-3">{say('chat.typing')}</span>
    </div>
  );
}

/** Within this distance of the end, the reader follows new messages. */
const nearPx = 80;

/**
 * Keeps the reader's place. The scroller is laid out from its end, so nothing moves when older messages are added.
 * Messages that arrive below do not move a reader further up, and messages below a part (`isPart`) move no reader.
 */
function useStick(lastKey: string | undefined, isPart: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const [atEnd, setAtEnd] = useState(true);

  // Distances are measured from the end: scrollTop is 0 there and negative above it.
  const onScroll = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    height.current = box.scrollHeight;
    setAtEnd(box.scrollTop > -nearPx);
  }, []);

  // New messages are read from the first one on, which lies at a third of the height, with the last ones known above.
  useLayoutEffect(() => {
    const box = scroller.current;
    const line = box?.querySelector('[data-first-new]');
    if (!box || !line) return;
    const above = box.getBoundingClientRect().top + box.clientHeight / 3 - line.getBoundingClientRect().top;
    if (above > 0) box.scrollTop -= above;
  }, []);

  const wantsEnd = useRef(false);
  const wasPart = useRef(isPart);
  const toEnd = useCallback((behavior: ScrollBehavior) => {
    // From a part, the end changes once the latest messages are rendered.
    wantsEnd.current = wasPart.current;
    scroller.current?.scrollTo({ top: 0, behavior: wasPart.current ? 'instant' : behavior });
  }, []);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const grown = box.scrollHeight - height.current;
    const stays = box.scrollTop < -nearPx || (wasPart.current && !wantsEnd.current);
    if (wantsEnd.current) box.scrollTop = 0;
    else if (height.current > 0 && stays) box.scrollTop -= grown;
    wantsEnd.current = false;
    wasPart.current = isPart;
    height.current = box.scrollHeight;
  }, [lastKey, isPart]);

  // Rows far from the screen have an estimated height. When a row gets its real height, no message has arrived.
  useEffect(() => {
    const box = scroller.current;
    const content = box?.firstElementChild;
    if (!box || !content) return;
    const watcher = new ResizeObserver(() => {
      height.current = box.scrollHeight;
    });
    watcher.observe(content);
    return () => watcher.disconnect();
  }, []);

  return { scroller, atEnd, onScroll, toEnd };
}
