import './conversation.css';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, Suspense, memo, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';

import type { Chat, Message } from '../../../contract/chat/operations.ts';
import { useTyping } from '../../live/use-live.ts';
import { settingsQuery, userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { useIsHydrated } from '../../platform/hydrated.ts';
import { cx } from '../../ui/cx.ts';
import { ArrowLeft, Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { UnlitTealight } from '../../ui/tealights.tsx';
import { DayLine } from './day-line.tsx';
import { useIsLocal } from '../../platform/local-time.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { buildRows } from './message-rows.ts';
import { leavePart, withPart, usePart } from '../chat-part.ts';
import { NewerMessages, OlderMessages } from './older-messages.tsx';
import { type OutboxEntry, isHeld } from '../outbox/outbox-entry.ts';
import { PendingMessage, type PendingMessageProps } from '../outbox/pending-message.tsx';
import { formatPreview } from '../preview.ts';
import { TypingBubble } from './typing-bubble.tsx';
import { useStick } from './use-stick-to-bottom.ts';

const ConfirmReminder = lazyPart(async () => ({ default: (await import('./confirm-reminder.tsx')).ConfirmReminder }));
const Icebreakers = lazyPart(async () => ({ default: (await import('../icebreakers/icebreakers.tsx')).Icebreakers }));

export interface MessageAreaProps {
  chat: Chat;
  pending: OutboxEntry[];
  /** The number of messages that were sent on this page. */
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
  const { missed, announced } = useArrivals(chat.messages, atEnd);
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
          <Messages chat={shown} pending={isPart ? [] : pending} onEdit={onEdit} whole={isPart} />
          {isPart && <NewerMessages chat={chat} />}
          {typing && !isPart && <TypingBubble />}
          {!isPart && <Unconfirmed chat={chat} />}
        </div>
      </div>
      {!atEnd && <ToEnd missed={missed} onPress={() => toEnd('smooth')} />}
      <p aria-live="polite" className="sr-only">
        {announced && `${say('chat.from-other', { name })}: ${formatPreview(say, announced)}`}
      </p>
    </div>
  );
});

/** True if a message would arrive, given enough credits. */
function mayWriteIn({ bar: blocker }: Chat): boolean {
  return blocker === null || blocker === 'credits';
}

function Messages({ chat, pending, onEdit, whole }: Omit<MessageAreaProps, 'sent'> & { whole: boolean }): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  const isLocal = useIsLocal();
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
          <MessageBubble
            key={row.key}
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

function Beginning({ chat, onEdit }: Pick<MessageAreaProps, 'chat' | 'onEdit'>): ReactElement {
  const say = useSay();
  const isHydrated = useIsHydrated();
  const begun = (chat.conversation?.last_seq ?? 0) > 0;
  return (
    <div className="grid justify-items-center gap-1.5 px-2 py-6 text-center md:px-6 md:py-10">
      <h2 className="speak text-26">{say('chat.begin-title', { name: chat.profile.name })}</h2>
      <p className="max-w-[30em] text-pretty text-ink-2">{say(begun ? 'chat.begin-restart' : 'chat.begin-text')}</p>
      {isHydrated && (
        <Suspense fallback={null}>
          <Icebreakers profile={chat.profile} onChoose={(line) => onEdit(line, null)} className="mt-4" />
        </Suspense>
      )}
    </div>
  );
}

/** Only a fictional profile replies to a member whose address is not confirmed. */
function Unconfirmed({ chat: { profile, bar } }: { chat: Chat }): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  const isHydrated = useIsHydrated();
  if (!isHydrated || user?.status !== 'not_confirmed' || profile.fictional || (bar !== null && bar !== 'credits'))
    return null;
  return (
    <Suspense fallback={null}>
      <ConfirmReminder name={profile.name} email={user.email} />
    </Suspense>
  );
}

function ToEnd({ missed, onPress }: { missed: number; onPress: () => void }): ReactElement {
  const say = useSay();
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={missed > 0 ? undefined : say('chat.to-latest')}
      className="absolute bottom-3 left-1/2 inline-flex min-h-11 -translate-x-1/2 animate-fade items-center gap-2 rounded-pill bg-raised px-4 text-13 font-bold whitespace-nowrap text-primary-ink shadow-e2 inset-ring inset-ring-line hover:bg-primary-soft"
    >
      <Icon of={ArrowLeft} size="sm" className="-rotate-90" />
      {missed > 0 && say('chat.new-messages', { count: missed })}
    </button>
  );
}

/** Messages of the other member since the page opened: the last one, to be announced, and how many are unseen. */
function useArrivals(messages: readonly Message[], atEnd: boolean): { missed: number; announced: Message | undefined } {
  const lastSeq = messages.at(-1)?.seq ?? 0;
  const [openedAt] = useState(lastSeq);
  const [seenSeq, setSeenSeq] = useState(lastSeq);
  if (atEnd && seenSeq !== lastSeq) setSeenSeq(lastSeq);
  const missed = messages.filter((message) => !message.own && message.seq > seenSeq).length;
  const announced = messages.findLast((message) => !message.own && message.seq > openedAt);
  return { missed, announced };
}
