import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { NavLink } from 'react-router';

import { settingsQuery, userQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { cx } from '../ui/cx.ts';
import { AccountMenu } from './account-menu.tsx';
import { BackButton } from './back-button.tsx';
import { HomeLink } from './home-link.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LogInButton } from './log-in-button.tsx';
import { type NavigationItem, useIsHere, useNavigationItems } from './navigation-items.tsx';

/** The bar at the top, with navigation or login; as wide as the page below or, with `fullWidth`, the window. */
export function TopNavigation(props: { className?: string; fullWidth?: boolean }): ReactElement {
  const { className, fullWidth = false } = props;
  const { data: user } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  return (
    <header className={cx('sticky top-0 z-30 shrink-0 border-b border-line bg-surface', className)}>
      <div
        className={cx(
          'mx-auto flex h-14 items-center gap-2 px-3 min-[360px]:px-4 min-[400px]:gap-3 md:h-16 md:gap-2 md:px-8 lg:gap-5',
          !fullWidth && 'max-w-page',
        )}
      >
        <BackButton />
        <HomeLink />
        {user && <WideNavigation user={user} />}
        <span className="flex-1" />
        <LanguageMenu />
        {user ? <AccountMenu user={user} cdn={settings?.cdn_prefix ?? ''} /> : <LogInButton />}
      </div>
    </header>
  );
}

function WideNavigation({ user }: { user: Parameters<typeof useNavigationItems>[0] }): ReactElement {
  const say = useSay();
  const items = useNavigationItems(user);
  return (
    <nav aria-label={say('shell.navigation')} className="hidden gap-0 md:flex lg:ml-3 lg:gap-1">
      {items.map((item) => (
        <WideItem key={item.to} {...item} />
      ))}
    </nav>
  );
}

function WideItem({ to, label, short, icon, badge }: NavigationItem): ReactElement {
  const isHere = useIsHere();
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        cx(
          'flex h-11 items-center gap-2 rounded-pill px-2.5 text-13 font-semibold whitespace-nowrap transition-colors lg:px-3.5 lg:text-15',
          isHere(to, isActive) ? 'bg-primary-soft text-on-primary-soft' : 'text-ink-2 hover:bg-sunken',
        )
      }
    >
      {icon}
      {short === undefined ? (
        label
      ) : (
        <>
          <span className="lg:hidden">{short}</span>
          <span className="max-lg:hidden">{label}</span>
        </>
      )}
      {badge}
    </NavLink>
  );
}
