import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useCallback } from 'react';
import { Link, useLocation } from 'react-router';

import type { FoundMessage } from '../../../contract/chat/operations.ts';
import { MemberAvatar } from '../../platform/member-avatar.tsx';
import { callFrom, keys } from '../../platform/calls/queries.ts';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { useFormat } from '../../platform/sentences/format.ts';
import { LoadMore } from '../../platform/load-more.tsx';
import { LocalTime } from '../../platform/sentences/local-time.tsx';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { pathTo } from '../../platform/pages/route-table.ts';
import { Rich, useSay } from '../../platform/sentences/sentences.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useDebounced } from '../../platform/use-debounced.ts';

const restMs = 300;

/** The messages that match the search, with links to their place in the conversation. `waiting` is shown meanwhile. */
export function FoundMessages({ text, waiting }: { text: string; waiting: ReactNode }): ReactNode {
  const say = useSay();
  const searched = useDebounced(text.trim(), restMs);
  const { data, isError, isPaused, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: keys.found(searched),
    queryFn: (context) =>
      callFrom(context)('searchMessages', {
        text: searched,
        ...(context.pageParam !== null && { before: context.pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    gcTime: 60_000,
  });
  const more = useCallback(async () => {
    await fetchNextPage({ throwOnError: true });
  }, [fetchNextPage]);
  const found = data?.pages.flatMap(({ results }) => results) ?? [];
  const isNone = data !== undefined && found.length === 0 && !hasNextPage;
  // Stays while a search is under way: screen readers skip a region that arrives with its text.
  const announced = (
    <p className="sr-only" aria-live="polite">
      {data && say('chat.search-shown', { count: found.length })}
    </p>
  );
  if (isError && !data)
    return (
      <RetryAlert retry={refetch} className="mx-3">
        {say('chat.search-failed')}
      </RetryAlert>
    );
  if (!data && isPaused)
    return (
      <div role="status">
        <EmptyState title={say('shell.error.offline')}>{say('chat.search-offline')}</EmptyState>
      </div>
    );
  return (
    <>
      {announced}
      {!data && waiting}
      {isNone && <EmptyState title={say('chat.search-none-title')}>{say('chat.search-none-text')}</EmptyState>}
      {data && !isNone && <Rows found={found} has={hasNextPage} more={more} waiting={waiting} />}
    </>
  );
}

function Rows(props: { found: FoundMessage[]; has: boolean; more: () => Promise<void>; waiting: ReactNode }) {
  const { found, has, more, waiting } = props;
  const say = useSay();
  return (
    <nav aria-label={say('chat.search-results')}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {found.map((one) => (
          <FoundRow key={`${one.conversation} ${one.seq}`} found={one} />
        ))}
      </ul>
      <LoadMore has={has} load={more} waiting={waiting} failed={say('chat.search-failed')} />
    </nav>
  );
}

function FoundRow({ found }: { found: FoundMessage }): ReactElement {
  const format = useFormat();
  const { pathname, search } = useLocation();
  const { conversation, seq, own, at, profile, snippet } = found;
  const to = `${pathTo('chats-id', { id: conversation })}?message=${seq}`;
  return (
    <li>
      <Link
        to={to}
        aria-current={to === pathname + search ? 'page' : undefined}
        className="flex items-start gap-3.25 rounded-photo px-3 py-2.75 transition-colors outline-offset-[-3px]! hover:bg-sunken focus-visible:[box-shadow:none] aria-[current=page]:bg-sunken"
      >
        <MemberAvatar member={profile} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <b className="speak min-w-0 flex-1 truncate text-17 text-nowrap!">{profile.name}</b>
            <LocalTime at={at} write={format.relativeDay} className="shrink-0 text-12 text-ink-3 tabular-nums" />
          </span>
          <span dir="auto" className="line-clamp-2 text-13 wrap-anywhere text-ink-2">
            {own ? (
              <Rich id="chat.preview-own" values={{ text: <Snippet parts={snippet} /> }} />
            ) : (
              <Snippet parts={snippet} />
            )}
          </span>
          {profile.fictional && <FictionalLabel ground="sunken" />}
        </span>
      </Link>
    </li>
  );
}

function Snippet({ parts }: { parts: FoundMessage['snippet'] }): ReactElement[] {
  return parts.map(({ text, match }, place) =>
    match ? (
      <mark key={place} className="rounded-small bg-secondary-soft font-semibold text-on-secondary-soft">
        {text}
      </mark>
    ) : (
      <span key={place}>{text}</span>
    ),
  );
}
