import type { ReactElement, ReactNode } from 'react';

import type { ProfileSummary } from '../../contract/members/operations.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { ListedMemberCard, useCardContext } from './member-card.tsx';

const eagerCards = 4;

export interface MemberCardsProps {
  members: readonly ProfileSummary[];
  /** The number of placeholders to show. */
  waiting?: number;
  /** The search that found the members, so that their profiles link to each other. */
  search?: string;
  /** At the top of its page: the first pictures load at once. */
  eager?: boolean;
}

/** Members in a grid of two, three or four columns. */
export function MemberGrid(props: MemberCardsProps): ReactElement {
  return (
    <Columns>
      <MemberCards {...props} />
    </Columns>
  );
}

/** The grid of lists of members and of the content between them. */
export function Columns({ children }: { children: ReactNode }): ReactElement {
  return <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 md:gap-4 xl:grid-cols-4">{children}</div>;
}

/** A list of members in `Columns`. */
export function MemberCards({ members, waiting = 0, search, eager = true }: MemberCardsProps): ReactElement {
  const context = useCardContext(search);
  return (
    <ul className="contents">
      {members.map((member, place) => (
        <li key={member.id}>
          <ListedMemberCard member={member} eager={eager && place < eagerCards} context={context} suggested />
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
