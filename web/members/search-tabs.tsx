import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { NavLink } from 'react-router';

import { userQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
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
    <nav
      aria-label={say('shell.search')}
      className={cx('grid grid-flow-col gap-1 rounded-[14px] bg-sunken p-1', className)}
    >
      {tabs.map(([page, words]) => (
        <NavLink
          key={page}
          to={pathTo(page)}
          end
          className="reach grid min-h-9 place-items-center rounded-[10px] px-2 text-center text-13 leading-[1.2] font-semibold text-ink-2 transition-[background-color,color] hover:text-ink aria-[current=page]:bg-chosen aria-[current=page]:font-bold aria-[current=page]:text-ink aria-[current=page]:shadow-e1"
        >
          {say(words)}
        </NavLink>
      ))}
    </nav>
  );
}
