import type { ReactElement } from 'react';
import { NavLink } from 'react-router';

import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { useUnreadCounts } from '../shell/unread-counts.ts';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { likesTypes } from './likes-view.ts';

const tab =
  'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-pill px-3 text-13 sm:px-4 font-semibold whitespace-nowrap transition-colors';

/** Links to the overview and the three lists of likes; the received ones with the number of new likes. */
export function LikesTabs(): ReactElement {
  const say = useSay();
  const { likes: fresh } = useUnreadCounts();
  const look = ({ isActive }: { isActive: boolean }): string =>
    cx(tab, isActive ? 'bg-primary-soft text-on-primary-soft' : 'text-ink-2 hover:bg-sunken');
  return (
    <nav
      aria-label={say('likes.title')}
      className="-mx-4 flex overflow-x-auto sm:gap-1 px-4 py-1 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      <NavLink end to={pathTo('likes')} className={look}>
        {say('likes.overview')}
      </NavLink>
      {likesTypes.map((type) => (
        <NavLink key={type} to={pathTo('likes-type', { type })} className={look}>
          {say(`likes.${type}`)}
          {type === 'received' && fresh > 0 && (
            <Badge count={fresh} tone="lit" label={say('shell.new-likes', { count: fresh })} />
          )}
        </NavLink>
      ))}
    </nav>
  );
}
