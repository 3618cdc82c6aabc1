import type { ReactElement } from 'react';
import { useLocation } from 'react-router';

import { creditsBadgeMax } from '../../contract/shell/limits.ts';
import type { User } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { Badge } from '../ui/badge.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { Heart, Icon, MessageSquare, Search } from '../ui/icon.tsx';
import { useUnreadCounts } from './unread-counts.ts';

/** Whether an entry is the current one. `/members/:id/chat` belongs to messages, despite its path. */
export function useIsHere(): (to: string, isActive: boolean) => boolean {
  const writes = useLocation().pathname.endsWith('/chat');
  return (to, isActive) => {
    if (to === pathTo('members')) return isActive && !writes;
    return isActive || (writes && to === pathTo('chats'));
  };
}

export interface NavigationItem {
  to: string;
  label: string;
  /** A shorter label for the narrow tabs. */
  short?: string;
  icon: ReactElement;
  badge: ReactElement | null;
}

/**
 * The members' navigation (specification, section 2): search, messages and likes with their counts, then credits for
 * paid users or premium for the others. The balance is shown at 10 credits or fewer, in red at 0.
 */
export function useNavigationItems(user: User): NavigationItem[] {
  const say = useSay();
  const { unread, likes } = useUnreadCounts();
  const low = user.paid_user && user.credits <= creditsBadgeMax;
  return [
    { to: pathTo('members'), label: say('shell.search'), icon: <Icon of={Search} />, badge: null },
    {
      to: pathTo('chats'),
      label: say('shell.messages'),
      icon: <Icon of={MessageSquare} />,
      badge: unread > 0 ? <Badge count={unread} label={say('shell.unread', { count: unread })} /> : null,
    },
    {
      to: pathTo('likes'),
      label: say('shell.likes'),
      icon: <Icon of={Heart} />,
      badge: likes > 0 ? <Badge count={likes} tone="lit" label={say('shell.new-likes', { count: likes })} /> : null,
    },
    {
      to: user.paid_user ? pathTo('credits') : pathTo('premium'),
      label: say(user.paid_user ? 'shell.credits' : 'shell.premium'),
      short: say(user.paid_user ? 'shell.credits' : 'shell.premium-tab'),
      icon: <CreditCoin className="size-6" />,
      badge: low ? (
        <Badge
          count={Math.max(user.credits, 0)}
          tone={user.credits > 0 ? 'lit' : 'danger'}
          label={say('common.credits', { count: user.credits })}
        />
      ) : null,
    },
  ];
}
