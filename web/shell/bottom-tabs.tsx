import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { NavLink } from 'react-router';

import { userQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { cx } from '../ui/cx.ts';
import { Icon, User } from '../ui/icon.tsx';
import { type NavigationItem, useIsHere, useNavigationItems } from './navigation-items.tsx';

/** Five tabs at the bottom of the window, on phones. */
export function BottomTabs(): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  return user ? <Tabs user={user} /> : null;
}

function Tabs({ user }: { user: Parameters<typeof useNavigationItems>[0] }): ReactElement {
  const say = useSay();
  const isHere = useIsHere();
  const items: NavigationItem[] = [
    ...useNavigationItems(user),
    { to: pathTo('profile'), label: say('shell.profile-tab'), icon: <Icon of={User} />, badge: null },
  ];
  return (
    <nav
      aria-label={say('shell.navigation')}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-line bg-surface px-0.5 pt-1.5 pb-[max(10px,env(safe-area-inset-bottom))] md:hidden"
    >
      {items.map(({ to, label, short, icon, badge }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            cx(
              'relative grid min-h-12 content-start justify-items-center gap-0.5 py-1 text-12 font-semibold transition-colors',
              isHere(to, isActive) ? 'text-primary-ink' : 'text-ink-3',
            )
          }
        >
          <span className="relative">
            {icon}
            {badge && <span className="absolute -top-2 left-3.5">{badge}</span>}
          </span>
          <span className="whitespace-nowrap max-[359px]:text-[0.6875rem] max-[359px]:tracking-tight">
            {short ?? label}
          </span>
        </NavLink>
      ))}
    </nav>
  );
}
