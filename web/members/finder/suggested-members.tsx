import type { ReactElement } from 'react';

import type { Suggestion } from '../../../contract/members/suggestions.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListedMemberCard, useCardContext } from '../member-card.tsx';
import { WriteLink } from '../write-link.tsx';
import { SharedTags, sharedWords } from './shared-tags.tsx';

/** Six cards fill whole rows of two or three. */
const grid = 'grid max-w-[56rem] grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-4 gap-y-8';

/** Suggested members with shared traits, to like or write to. Needs the parts `finder`, `interests`, `members`. */
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

/** Placeholders while members are loading. */
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
  const words = sharedWords(say, shared);
  if (words.length === 0) return <p className="text-13 text-ink-2">{say('finder.nothing-shared')}</p>;
  return <SharedTags words={words} />;
}
