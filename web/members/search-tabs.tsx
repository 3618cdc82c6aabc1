import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { NavLink } from 'react-router';

import { userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { cx } from '../ui/cx.ts';

const tabs = [
  ['members', 'shell.search'],
  ['swipe-game', 'members.discover'],
  ['daily-picks', 'members.table'],
] as const;

/** The three ways for members to find somebody, at the head of their pages. It needs the sentences of `members`. */
export function SearchTabs({ className }: { className?: string }): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  return (
    <nav aria-label={say('shell.search')} className={cx('segments', className)}>
      {tabs.map(([page, words]) => (
        <NavLink key={page} to={pathTo(page)} end className="reach segment">
          {say(words)}
        </NavLink>
      ))}
    </nav>
  );
}
