import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import { anyCountry } from '../../../contract/platform/countries.ts';
import { freeConversationsStartedMax } from '../../../contract/chat/limits.ts';
import { nameLengthMin } from '../../../contract/members/limits.ts';
import { callFrom, userQuery } from '../../platform/queries.ts';
import { RetryAlert } from '../../platform/retry-alert.tsx';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { useDebounced } from '../../platform/use-debounced.ts';
import { askedChatQuery } from '../chat-queries.ts';
import { ListSkeleton } from '../list/chat-list.tsx';
import { Receiver } from './receiver.tsx';

const restMs = 300;
/** Enough results for a member who has typed part of a name. */
const shownMax = 6;

interface NewReceiversProps {
  /** The part of a name that was typed. */
  name: string;
  /** The members whose conversations the page lists. */
  listed: ReadonlySet<string>;
  onChoose: (chat: Chat) => void;
}

/** Members whose name begins with the typed text and to whom the member has not written yet. */
export function NewReceivers({ name, listed, onChoose }: NewReceiversProps): ReactElement | null {
  const say = useSay();
  const typed = useDebounced(name.trim(), restMs);
  const { data, isError, isPending, fetchStatus, refetch } = useQuery({
    queryKey: ['share-to', typed],
    queryFn: (context) =>
      callFrom(context)('searchProfiles', { name: typed, country: anyCountry }, { signal: context.signal }),
    enabled: typed.length >= nameLengthMin,
    gcTime: 60_000,
  });
  const found = (data?.results ?? []).filter(({ id }) => !listed.has(id)).slice(0, shownMax);
  // Whether each of them can get a message is fetched before the member chooses.
  const asked = useQueries({ queries: found.map(({ id }) => askedChatQuery(id)) });
  if (typed.length < nameLengthMin || fetchStatus === 'paused') return null;
  const chats = asked.flatMap(({ data: chat }) => (chat ? [chat] : [])).filter(mayBegin);
  const waits = isPending || asked.some((one) => one.isPending);
  const unanswered = asked.filter((one) => one.isError);
  // As long as there are members to choose from, the others are not missed.
  const hasFailed = isError || (chats.length === 0 && unanswered.length > 0);
  const retry = (): void => {
    for (const one of isError ? [{ refetch }] : unanswered) void one.refetch();
  };
  return (
    <section aria-labelledby="share-new" className="mt-3 grid gap-2">
      <h2 id="share-new" className="speak px-3 text-17">
        {say('app.share-new')}
      </h2>
      {hasFailed && <RetryAlert retry={retry}>{say('chat.search-failed')}</RetryAlert>}
      {!hasFailed && waits && <ListSkeleton rows={1} />}
      {!hasFailed && !waits && chats.length === 0 && (
        <p role="status" className="px-3 py-2 text-ink-2">
          {say('app.share-new-none')}
        </p>
      )}
      {!waits && <Limit chats={chats} />}
      {!waits && (
        <ul aria-labelledby="share-new" className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
          {chats.map((chat) => (
            <Receiver key={chat.profile.id} profile={chat.profile} onChoose={() => onChoose(chat)} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Credits and premium can be bought in the conversation, and the draft is kept. */
function mayBegin({ bar }: Chat): boolean {
  return bar === null || bar === 'credits' || bar === 'premium';
}

/** Says how many conversations a member without premium can start, before they choose one. */
function Limit({ chats }: { chats: readonly Chat[] }): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const isLimited = chats.some(({ conversation, profile }) => conversation === null && !profile.fictional);
  if (!isLimited || user?.paid_user) return null;
  const max = freeConversationsStartedMax;
  if (!chats.some(({ bar }) => bar === 'premium'))
    return <p className="px-3 text-13 text-ink-2">{say('app.share-limit', { max })}</p>;
  return (
    <Alert
      action={
        <LinkButton to={pathTo('premium')} size="sm" variant="quiet">
          {say('chat.blocker-premium-action')}
        </LinkButton>
      }
    >
      {say('chat.blocker-premium', { max })}
    </Alert>
  );
}
