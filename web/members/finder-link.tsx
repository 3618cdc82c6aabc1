import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { LinkButton } from '../ui/button.tsx';

/** A link to the match finder. It needs the sentences of `members`. */
export function FinderLink({ className }: { className?: string }): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  return user ? (
    <LinkButton to={pathTo('match-finder')} variant="plain" size="sm" className={className}>
      {say('members.finder')}
    </LinkButton>
  ) : null;
}

/** Asks a member without a town to choose one, because distances are measured from it. */
export function NeedsTown(): ReactElement {
  const say = useSay();
  return (
    <p className="text-13 text-ink-2">
      {say('members.distance-needs-town')}{' '}
      <Link to={settingsOfPlace} className="font-bold text-primary-ink underline underline-offset-3">
        {say('members.choose-town')}
      </Link>
    </p>
  );
}

export const settingsOfPlace = `${pathTo('settings', { group: 'privacy' })}#place`;
