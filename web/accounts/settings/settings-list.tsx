import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';

import { notificationKinds } from '../../../contract/notifications/notification-rules.ts';
import { languageNames } from '../../../contract/platform/languages.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useLanguage, useSay } from '../../platform/sentences/sentences.tsx';
import { type Theme, currentTheme } from '../../platform/theme.ts';
import { cx } from '../../ui/cx.ts';
import {
  Ban,
  ChevronRight,
  Download,
  Eye,
  Icon,
  LogOut,
  type LucideIcon,
  Mail,
  Palette,
  ShieldCheck,
  Wallet,
} from '../../ui/icon.tsx';
import { blocksQuery, hiddenQuery, spendingQuery } from '../accounts-queries.ts';

export type SettingsGroupId = 'login' | 'privacy' | 'look' | 'notices' | 'money' | 'people' | 'data' | 'leave';

interface SettingsGroupEntry {
  id: SettingsGroupId;
  title: SentenceId;
  icon: LucideIcon;
}

export const settingsGroups: readonly SettingsGroupEntry[] = [
  { id: 'login', title: 'accounts.group.login', icon: ShieldCheck },
  { id: 'privacy', title: 'accounts.group.privacy', icon: Eye },
  { id: 'look', title: 'accounts.appearance', icon: Palette },
  { id: 'notices', title: 'accounts.group.notices', icon: Mail },
  { id: 'money', title: 'accounts.group.money', icon: Wallet },
  { id: 'people', title: 'accounts.group.people', icon: Ban },
  { id: 'data', title: 'accounts.group.data', icon: Download },
  { id: 'leave', title: 'accounts.group.leave', icon: LogOut },
];

/** Hidden on phones beside the page of a group, which has a way back. */
export function SettingsList({ current }: { current: SettingsGroupId | undefined }): ReactElement {
  const say = useSay();
  const summaries = useSettingsSummaries();
  return (
    <nav
      aria-label={say('shell.settings')}
      className={cx(
        current && 'max-lg:hidden',
        'rounded-card bg-surface shadow-e1 inset-ring inset-ring-line lg:sticky lg:top-20 lg:self-start',
      )}
    >
      <ul className="divide-y divide-line lg:p-2 lg:divide-y-0">
        {settingsGroups.map(({ id, title, icon }) => (
          <li key={id}>
            <Link
              to={pathTo('settings', { group: id })}
              aria-current={id === current ? 'page' : undefined}
              className="flex min-h-14 items-center gap-3.5 px-5 py-2.5 hover:bg-sunken lg:min-h-12 aria-[current]:bg-sunken lg:rounded-input lg:px-3 lg:py-2"
            >
              <Icon of={icon} className="text-primary-ink" />
              <span className="grid min-w-0 flex-1">
                <span className="font-semibold text-balance">{say(title)}</span>
                <span className="text-13 text-balance wrap-anywhere text-ink-2">{summaries[id] ?? '\u00a0'}</span>
              </span>
              <Icon of={ChevronRight} size="sm" className="text-ink-3 lg:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useSettingsSummaries(): Partial<Record<SettingsGroupId, string>> {
  const say = useSay();
  const format = useFormat();
  const language = useLanguage();
  const theme = useShownTheme();
  const { data: user } = useQuery(userQuery);
  const { data: spending } = useQuery(spendingQuery);
  const { data: blocks } = useQuery(blocksQuery);
  const { data: hidden } = useQuery(hiddenQuery);
  if (!user) return {};
  const kinds = notificationKinds.length - user.notifications_disabled.length;
  return {
    login: user.email,
    privacy: say(
      `accounts.summary.${user.profile.paused_until ? 'paused' : user.profile.invisible ? 'invisible' : 'visible'}`,
    ),
    look: `${languageNames[language]} · ${say(`accounts.theme.${theme}`)}`,
    notices: say('accounts.summary.notices', { count: kinds, all: notificationKinds.length }),
    ...(spending && {
      money: spending.break_until
        ? say('accounts.summary.break')
        : spending.limit === null
          ? say('accounts.summary.no-limit')
          : say('accounts.summary.limit', { limit: format.money(spending.limit, spending.currency) }),
    }),
    ...(blocks &&
      hidden && { people: say('accounts.summary.people', { blocked: blocks.length, hidden: hidden.length }) }),
    data: say('accounts.summary.data'),
    leave: say('accounts.summary.leave'),
  };
}

/**
 * Returns the theme of this page. The cookie's theme is known here only after hydration; later changes are followed.
 */
export function useShownTheme(): Theme | 'system' {
  const [theme, setTheme] = useState<Theme | 'system'>('system');
  useEffect(() => {
    const read = (): void => setTheme(currentTheme() ?? 'system');
    const watch = new MutationObserver(read);
    read();
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => watch.disconnect();
  }, []);
  return theme;
}
