import type { ReactElement } from 'react';
import { queryOptions } from '@tanstack/react-query';

import type { Suggestion } from '../../../contract/members/operations.ts';
import { hourMs } from '../../../contract/platform/calendar.ts';
import { callFrom, keys } from '../../platform/calls/queries.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListedMemberCard, useCardContext } from '../member-card.tsx';
import { WriteLink } from '../write-link.tsx';
import { SharedTags, useSharedWords } from './shared-tags.tsx';

/** The grid of cards, six of which fill whole rows of two or three. */
const grid = 'grid max-w-[56rem] grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-4 gap-y-8';

/** Cards of suggested members. They need the parts `match-finder`, `interests`, `members`. */
export function SuggestedMembers({ members }: { members: readonly Suggestion[] }): ReactElement {
  const context = useCardContext();
  return (
    <ul className={grid}>
      {members.map((member) => (
        <li key={member.id} className="grid content-start gap-3">
          <ListedMemberCard member={member} eager context={context} />
          <Shared of={member} />
          <WriteLink profile={member} variant="second" className="mt-auto w-full" />
        </li>
      ))}
    </ul>
  );
}

export function WaitingMembers({ count }: { count: number }): ReactElement {
  return (
    <div className={grid} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={place} shape="photo" />
      ))}
    </div>
  );
}

function Shared({ of: { shared } }: { of: Suggestion }): ReactElement {
  const say = useSay();
  const words = useSharedWords()(shared);
  if (words.length === 0) return <p className="text-13 text-ink-2">{say('match-finder.nothing-shared')}</p>;
  return <SharedTags words={words} />;
}

/** Keeps a device with a fast clock from polling continuously. */
const waitMinMs = 30_000;
const waitMaxMs = hourMs;

/** This evening's picks. Refetched when they end or the next ones come, and on focus; hidden pages do not poll. */
export const dailyPicksQuery = queryOptions({
  queryKey: keys.similar('evening'),
  queryFn: (context) => callFrom(context)('getDailyPicks', {}, { signal: context.signal }),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state: { data } }) => {
    if (!data) return false;
    const wait = Date.parse(data.ends_at ?? data.next_at) - Date.now();
    return Math.min(Math.max(wait, waitMinMs), waitMaxMs);
  },
});

export const signupMatchesQuery = queryOptions({
  queryKey: keys.similar('signup'),
  queryFn: (context) => callFrom(context)('listSignupMatches', {}, { signal: context.signal }),
  staleTime: 300_000,
});
