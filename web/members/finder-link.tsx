import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { userQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { LinkButton } from '../ui/button.tsx';

/** Links members to further kinds of matchmaking. Needs the sentences of `members`. */
export function FinderLink({ className }: { className?: string }): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  return user ? (
    <LinkButton to={pathTo('match-finder')} variant="plain" size="sm" className={className}>
      {say('members.finder')}
    </LinkButton>
  ) : null;
}
