import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, type ReactNode, Suspense, useCallback, useState } from 'react';
import { Link } from 'react-router';

import { searchTextMax } from '../../../contract/chat/limits.ts';
import type { ChatEntry } from '../../../contract/chat/operations.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import { chatsQuery, loadMoreChats } from '../../cache/list-pages.ts';
import { useIsOffline, useTyping } from '../../platform/live-store.ts';
import { call } from '../../platform/calls/call.ts';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { useFormat } from '../../platform/sentences/format.ts';
import { LoadMore } from '../../platform/load-more.tsx';
import { LocalTime } from '../../platform/sentences/local-time.tsx';
import { MemberAvatar } from '../../platform/member-avatar.tsx';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { createStore } from '../../platform/store.ts';
import { useIsOnline } from '../../platform/calls/connection.ts';
import { useUnreadCounts } from '../../shell/unread-counts.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CircleAlert, ClockIcon, Icon, Search } from '../../ui/icon.tsx';
import { suspendedPart } from '../../ui/suspended-part.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toCalendarDay } from '../conversation/message-rows.ts';
import { useUnsentEntry } from '../outbox/outbox.ts';
import { formatPreview } from '../preview.ts';

const FoundMessages = suspendedPart(async () => ({
  default: (await import('../search/found-messages.tsx')).FoundMessages,
}));

/** One sentence above the list about something that failed after its page was left, such as a deletion. */
export const chatAlert = createStore<string | null>(null);

/** The search text. It stays while a message that was found is open. */
const searchText = createStore('');

type Filter = 'all' | 'unread';

const isUnread = (entry: ChatEntry): boolean => entry.num_unread_messages > 0;

/** The conversations, latest first, or search results; 300 to 400 px wide on desktop (specification, section 9). */
function ChatList({ open }: { open: string | null }): ReactElement {
  const say = useSay();
  const alert = chatAlert.useValue((sentence) => sentence);
  const [filter, setFilter] = useState<Filter>('all');
  const { unread } = useUnreadCounts();
  const searched = searchText.useValue((text) => text);
  const searches = !isBlank(searched);
  const Heading = open === null ? 'h1' : 'h2';
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="grid gap-3 px-4 pt-4.5 pb-2.5 md:pr-5 md:pl-8">
        <Heading className="speak text-26">{say('chat.title')}</Heading>
        <SearchField />
        {!searches && (
          <div role="group" aria-label={say('chat.filter')} className="flex flex-wrap gap-2">
            <Chip on={filter === 'all'} aria-pressed={filter === 'all'} onClick={() => setFilter('all')}>
              {say('chat.filter-all')}
            </Chip>
            <Chip on={filter === 'unread'} aria-pressed={filter === 'unread'} onClick={() => setFilter('unread')}>
              {say('chat.filter-unread')}
              {unread > 0 && <Badge count={unread} label={say('shell.unread', { count: unread })} />}
            </Chip>
          </div>
        )}
        {alert !== null && (
          <Alert tone="danger" dismissLabel={say('common.close')} onDismiss={() => chatAlert.set(null)}>
            {alert}
          </Alert>
        )}
      </div>
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1 pt-1 pb-4 md:pr-2 md:pl-5">
        {searches ? (
          <Suspense fallback={<ListSkeleton rows={5} />}>
            <FoundMessages text={searched} waiting={<ListSkeleton rows={5} />} />
          </Suspense>
        ) : (
          <Entries open={open} filter={filter} onAll={() => setFilter('all')} />
        )}
      </div>
    </div>
  );
}

function Entries({ open, filter, onAll }: { open: string | null; filter: Filter; onAll: () => void }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const { data: list, isError, refetch } = useQuery(chatsQuery);
  const load = useCallback(() => loadMoreChats(queries, call), [queries]);
  if (!list)
    return isError ? (
      <RetryAlert retry={refetch} className="mx-3">
        {say('chat.load-failed')}
      </RetryAlert>
    ) : (
      <ListSkeleton rows={7} />
    );
  const shown = filter === 'all' ? list.chats : list.chats.filter(isUnread);
  // The list says whether any unread conversation is not loaded yet.
  const has = list.before !== null && (filter === 'all' || list.unread.length > 0);
  if (list.chats.length === 0 && !has)
    return (
      <EmptyState
        title={say('chat.empty-title')}
        action={<LinkButton to={pathTo('members')}>{say('chat.empty-action')}</LinkButton>}
      >
        {say('chat.empty-text')}
      </EmptyState>
    );
  if (shown.length === 0 && !has)
    return (
      <EmptyState
        title={say('chat.empty-unread-title')}
        action={
          <Button variant="second" onClick={onAll}>
            {say('chat.empty-unread-action')}
          </Button>
        }
      >
        {say('chat.empty-unread-text')}
      </EmptyState>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys only move between its links
    <nav aria-label={say('chat.list')} onKeyDown={moveFocus}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {shown.map((entry) => (
          <ChatRow key={entry.conversation.id} entry={entry} open={entry.profile.id === open} />
        ))}
      </ul>
      <LoadMore has={has} load={load} waiting={<ListSkeleton rows={3} />} failed={say('chat.load-failed')} />
    </nav>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const here = links.indexOf(document.activeElement as HTMLAnchorElement);
  const places: Record<string, number> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: links.length - 1 };
  const next = places[event.key];
  if (next === undefined || here === -1) return;
  event.preventDefault();
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

export function ListSkeleton({ rows }: { rows: number }): ReactElement {
  const say = useSay();
  return (
    <Loading label={say('common.loading')} className="grid gap-0.5">
      {Array.from({ length: rows }, (_, place) => (
        <div key={place} className="flex items-center gap-3.25 px-3 py-2.75">
          <Skeleton shape="circle" className="size-14" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="w-2/5" />
            <Skeleton className="w-4/5" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

function ChatRow({ entry, open }: { entry: ChatEntry; open: boolean }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { conversation, profile, num_unread_messages: unread } = entry;
  // Offline, the online status is unknown.
  const isOnline = useIsOnline();
  const typing = useTyping(conversation.id);
  const isOffline = useIsOffline();
  const unsent = useUnsentEntry(profile.id, isOffline);
  const isNew = unread > 0;
  const when = (at: string): string => (isToday(at) ? format.time(at) : format.relativeDay(at));
  const last = { kind: conversation.last_kind, own: conversation.last_own, text: conversation.last_text };
  // Unread messages matter more than an unsent one.
  const preview = formatPreview(say, unsent && !isNew ? { ...unsent, own: true } : last);
  const quiet = open ? 'text-on-primary-soft' : 'text-ink-3';
  return (
    <li>
      <Link
        to={pathTo('chats-id', { id: conversation.id })}
        aria-current={open ? 'page' : undefined}
        className={cx(
          'flex items-center gap-3.25 rounded-photo px-3 py-2.75 transition-colors outline-offset-[-3px]! focus-visible:[box-shadow:none]',
          open ? 'bg-primary-soft text-on-primary-soft' : 'hover:bg-sunken',
        )}
      >
        <MemberAvatar
          member={profile}
          size="lg"
          {...(profile.online && isOnline && { online: say('common.online') })}
        />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <span className="flex items-baseline gap-2">
            <b
              className={cx(
                'speak min-w-0 flex-1 truncate text-17 text-nowrap!',
                open ? 'text-on-primary-soft' : 'text-ink',
              )}
            >
              {profile.name}
            </b>
            <LocalTime
              at={conversation.last_at}
              write={when}
              className={cx('shrink-0 text-12 tabular-nums', isNew ? 'font-bold text-primary-ink' : quiet)}
            />
          </span>
          <span className="flex items-center gap-2">
            {unsent && <UnsentSign isFailed={unsent.state === 'failed'} className={open ? '' : 'text-danger'} />}
            <span
              className={cx(
                'min-w-0 flex-1 truncate text-13',
                typing ? 'font-semibold text-success' : isNew ? 'font-semibold text-ink' : quiet,
              )}
            >
              {typing ? say('chat.typing') : preview}
            </span>
            {isNew && <Badge count={unread} label={say('chat.unread', { count: unread })} />}
          </span>
          {profile.fictional && (
            <span className="mt-0.5 flex">
              <FictionalLabel ground="sunken" />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Marks an unsent message. Sighted users tell failed from pending by the icon. */
function UnsentSign({ isFailed, className }: { isFailed: boolean; className: string }): ReactElement {
  const say = useSay();
  return (
    <span className={cx('flex shrink-0 items-center gap-1 text-13 font-semibold', className)}>
      <Icon of={isFailed ? CircleAlert : ClockIcon} size="xs" />
      <span className={isFailed ? undefined : 'sr-only'}>{say('chat.failed')}.</span>
    </span>
  );
}

function isToday(at: string): boolean {
  return toCalendarDay(at) === toCalendarDay(new Date().toISOString());
}

export function ChatsFrame({ open, children }: { open: string | null; children: ReactNode }): ReactElement {
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] grid-cols-[minmax(0,1fr)] md:grid-cols-[var(--chat-list)_minmax(0,1fr)]">
      <div className={cx('min-h-0 border-line bg-surface md:border-r', open !== null && 'hidden md:block')}>
        <ChatList open={open} />
      </div>
      <div className={cx('min-h-0', open === null && 'hidden md:block')}>{children}</div>
    </div>
  );
}

function SearchField(): ReactElement {
  const say = useSay();
  const text = searchText.useValue((typed) => typed);
  return (
    <label className="flex min-h-11 items-center gap-2 rounded-pill bg-sunken px-3.5 text-ink-2 has-[input:focus-visible]:inset-ring-2 has-[input:focus-visible]:inset-ring-primary">
      <Icon of={Search} size="sm" className="shrink-0" />
      <input
        type="search"
        dir="auto"
        value={text}
        maxLength={searchTextMax}
        aria-label={say('chat.search')}
        placeholder={say('chat.search')}
        onChange={(event) => searchText.set(event.target.value)}
        className="clear-mark min-w-0 flex-1 bg-transparent py-2 text-[1rem] text-ink outline-none placeholder:text-ink-3 focus-visible:[box-shadow:none] md:text-15"
      />
    </label>
  );
}
