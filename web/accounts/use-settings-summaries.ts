import { useQuery } from '@tanstack/react-query';

import { languageNames } from '../../contract/platform/languages.ts';
import { notificationKinds } from '../../contract/notifications/notification-rules.ts';
import { useFormat } from '../platform/format.ts';
import { userQuery } from '../platform/queries.ts';
import { useLanguage, useSay } from '../platform/sentences.tsx';
import { spendingQuery } from './use-spending.ts';
import { blocksQuery, hiddenQuery } from './accounts-queries.ts';
import type { SettingsGroupId } from './settings-groups.ts';
import { useShownTheme } from './use-shown-theme.ts';

/** A short summary of each group's settings; none while unknown. */
export function useSettingsSummaries(): Partial<Record<SettingsGroupId, string>> {
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
    privacy: say(user.profile.invisible ? 'accounts.summary.invisible' : 'accounts.summary.visible'),
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
