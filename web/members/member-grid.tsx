import type { ReactElement } from 'react';

import type { ProfileSummary } from '../../contract/members.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { ListedMemberCard, useCardContext } from './member-card.tsx';

const columns = 'grid grid-cols-2 gap-2.5 sm:grid-cols-3 md:gap-4 xl:grid-cols-4';
const eagerCards = 4;

/** Members beside each other: two, three, three, four columns. `waiting` adds shapes of cards that are on their way. */
export function MemberGrid({
  members,
  waiting = 0,
  search,
  eager = true,
}: {
  members: readonly ProfileSummary[];
  waiting?: number;
  /** The search that found them: their profiles then lead on to each other. */
  search?: string;
  /** At the top of its page: the first pictures load at once. */
  eager?: boolean;
}): ReactElement {
  const context = useCardContext(search);
  return (
    <ul className={columns}>
      {members.map((member, place) => (
        <li key={member.id}>
          <ListedMemberCard member={member} eager={eager && place < eagerCards} context={context} />
        </li>
      ))}
      {Array.from({ length: waiting }, (_, place) => (
        <li key={place} aria-hidden="true">
          <Skeleton shape="photo" />
        </li>
      ))}
    </ul>
  );
}
