import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, NavLink, useLocation } from 'react-router';

import { creditsBadgeMax } from '../../contract/shell/limits.ts';
import { useHasBonus } from '../discounts/discount-queries.ts';
import { MemberAvatar } from '../platform/member-avatar.tsx';
import { type User, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Badge } from '../ui/badge.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { cx } from '../ui/cx.ts';
import {
  ChevronDown,
  Heart,
  Icon,
  LogOut,
  MessageSquare,
  Search,
  Settings,
  Undo2,
  User as UserIcon,
} from '../ui/icon.tsx';
import { BackButton } from '../shell/back-button.tsx';
import { Disclosure, disclosureItem } from '../shell/disclosure.tsx';
import { HomeLink } from '../shell/home-link.tsx';
import { LanguageMenu } from '../shell/language-menu.tsx';
import { LogInButton } from '../shell/log-in-button.tsx';
import { useUnreadCounts } from '../shell/unread-counts.ts';
import { useBanner } from './banners.tsx';
import { useLogOut } from '../accounts/sessions/use-log-out.tsx';

/** The bar at the top, with navigation or login; as wide as the page below or, with `fullWidth`, the window. */
export function TopNavigation(props: { className?: string; fullWidth?: boolean }): ReactElement {
  const { className, fullWidth = false } = props;
  const { data: user } = useQuery(userQuery);
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
        {user ? <AccountMenu user={user} /> : <LogInButton />}
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

export function BottomTabs(): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  return user ? <Tabs user={user} /> : null;
}

function Tabs({ user }: { user: Parameters<typeof useNavigationItems>[0] }): ReactElement {
  const say = useSay();
  const isHere = useIsHere();
  const items: NavigationItem[] = [
    ...useNavigationItems(user),
    { to: pathTo('profile'), label: say('shell.profile-tab'), icon: <Icon of={UserIcon} />, badge: null },
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

/** Pages of the search whose paths do not say so. */
const searchPages = (['swipe-game', 'daily-picks', 'match-finder'] as const).map((name) => pathTo(name));

/**
 * Returns a function that tells whether an entry is the current one. `/members/:id/chat` belongs to messages, despite
 * its path.
 */
function useIsHere(): (to: string, isActive: boolean) => boolean {
  const { pathname } = useLocation();
  const writes = pathname.endsWith('/chat');
  return (to, isActive) => {
    if (to === pathTo('members')) return (isActive && !writes) || searchPages.includes(pathname);
    return isActive || (writes && to === pathTo('chats'));
  };
}

interface NavigationItem {
  to: string;
  label: string;
  short?: string;
  icon: ReactElement;
  badge: ReactElement | null;
}

/**
 * Returns the items of the navigation (specification, section 2). The balance is shown at 10 credits or fewer, in red
 * at 0.
 */
function useNavigationItems(user: User): NavigationItem[] {
  const say = useSay();
  const { unread, likes } = useUnreadCounts();
  const low = user.paid_user && user.credits <= creditsBadgeMax;
  const hasBonus = useHasBonus();
  const showsOffer = useBanner() === 'time-bonus';
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
      icon: <CreditCoin lit={low || (hasBonus && !showsOffer)} className="size-6" />,
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

function AccountMenu({ user }: { user: User }): ReactElement {
  const say = useSay();
  const { leave, question } = useLogOut();
  return (
    <Disclosure
      label={say('shell.account', { name: user.name })}
      summary={
        <>
          <MemberAvatar member={user.profile} size="sm" />
          <Icon of={ChevronDown} size="xs" className="max-[279px]:hidden" />
        </>
      }
    >
      <p className="truncate px-3 pt-2 pb-1 text-13 text-ink-3">{user.name}</p>
      <Link to={pathTo('profile')} className={disclosureItem}>
        <Icon of={UserIcon} size="sm" />
        {say('shell.profile')}
      </Link>
      <Link to={pathTo('settings')} className={disclosureItem}>
        <Icon of={Settings} size="sm" />
        {say('shell.settings')}
      </Link>
      <Link to={pathTo('withdrawal')} className={disclosureItem}>
        <Icon of={Undo2} size="sm" />
        {say('shell.withdraw')}
      </Link>
      <button type="button" className={disclosureItem} onClick={leave}>
        <Icon of={LogOut} size="sm" />
        {say('shell.log-out')}
      </button>
      {question}
    </Disclosure>
  );
}
