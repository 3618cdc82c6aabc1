import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, Suspense, useCallback, useState } from 'react';

import { call } from '../../platform/call.ts';
import { LoadMore } from '../../platform/load-more.tsx';
import type { ChatEntry } from '../../../contract/chat/operations.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import { chatsQuery, loadMoreChats } from '../../cache/chats-pages.ts';
import { pathTo } from '../../platform/route-table.ts';
import { RetryAlert } from '../../platform/retry-alert.tsx';
import { useSay } from '../../platform/sentences.tsx';
import { useUnreadCounts } from '../../shell/unread-counts.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { setChatAlert, useChatAlert } from '../chat-alert.ts';
import { SearchField } from '../search/search-field.tsx';
import { useSearchText } from '../search/search-text.ts';
import { ChatRow } from './chat-row.tsx';

const FoundMessages = lazyPart(async () => ({ default: (await import('../search/found-messages.tsx')).FoundMessages }));

type Filter = 'all' | 'unread';

const isUnread = (entry: ChatEntry): boolean => entry.num_unread_messages > 0;

/** The conversations, latest first, or search results; 300 to 400 px wide on desktop (specification, section 9). */
export function ChatList({ open }: { open: string | null }): ReactElement {
  const say = useSay();
  const alert = useChatAlert();
  const [filter, setFilter] = useState<Filter>('all');
  const { unread } = useUnreadCounts();
  const searched = useSearchText();
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
          <Alert tone="danger" dismissLabel={say('common.close')} onDismiss={() => setChatAlert(null)}>
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

/** Arrow keys, Home and End move between the conversations. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const here = links.indexOf(document.activeElement as HTMLAnchorElement);
  const places: Record<string, number> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: links.length - 1 };
  const next = places[event.key];
  if (next === undefined || here === -1) return;
  event.preventDefault();
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

/** Placeholder for conversations that are being loaded. */
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
