import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { AlertName } from '../../../contract/accounts/dismissed.ts';
import { notificationKinds } from '../../../contract/notifications/notification-rules.ts';
import { call } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { SettingSwitch } from '../../members/edit/setting-switch.tsx';
import { type User, settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { readEntries, useDismissed, writeDismissed } from '../../platform/dismissed-alerts.ts';
import { setDismissed } from '../alerts/account-alerts.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { SettingsSection } from './settings-section.tsx';

export function NoticeSettings({ user }: { user: User }): ReactElement {
  const say = useSay();
  const kinds = notificationKinds.length - user.notifications_disabled.length;
  return (
    <>
      <SettingsSection
        title={say('accounts.mails')}
        lead={say('accounts.summary.notices', { count: kinds, all: notificationKinds.length })}
      >
        <LinkButton to={pathTo('notifications')} variant="second" className="justify-self-start">
          {say('shell.mails-off.action')}
        </LinkButton>
      </SettingsSection>
      <DiscreetMail user={user} />
      <DismissedAlerts user={user} />
    </>
  );
}

function DiscreetMail({ user }: { user: User }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const { data: settings } = useQuery(settingsQuery);
  const saving = useMutation({
    mutationFn: (discreet_mail: boolean) => call('updateUser', { discreet_mail }),
    onSuccess: ({ user: changed }) => queries.setQueryData(userQuery.queryKey, changed),
    scope: { id: 'discreet-mail' },
  });
  return (
    <SettingsSection>
      <SettingSwitch
        name="discreet_mail"
        on={saving.isPending ? saving.variables : user.discreet_mail}
        busy={saving.isPending}
        saved={saving.isSuccess}
        waiting={saving.isPaused}
        onChange={(on) => saving.mutate(on)}
        label={say('accounts.discreet')}
        help={say('accounts.discreet-help', { site: settings?.mail_name ?? '' })}
      />
      {saving.error && <Alert tone="danger">{errorText(say, saving.error)}</Alert>}
    </SettingsSection>
  );
}

/** Entries of the cookie that are not alerts: the answers about age and about partners' links. */
const answers: readonly AlertName[] = ['age-gate', 'source'];

function DismissedAlerts({ user }: { user: User }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const count = useDismissed().filter((name) => !answers.includes(name)).length;
  const show = (): void => {
    const before = readEntries();
    const { alerts_dismissed: ofAccount } = user;
    writeDismissed(before.filter((entry) => answers.some((name) => entry.startsWith(`${name}:`))));
    setDismissed(queries, ofAccount, false);
    const undo = (): void => {
      writeDismissed(before);
      setDismissed(queries, ofAccount, true);
    };
    showToast({ children: say('accounts.alerts-back'), action: { label: say('common.undo'), onPress: undo } });
  };
  return (
    <SettingsSection title={say('accounts.alerts')} lead={say('accounts.alerts-lead', { count })}>
      {count > 0 && (
        <Button variant="second" className="justify-self-start" onClick={show}>
          {say('accounts.alerts-show')}
        </Button>
      )}
    </SettingsSection>
  );
}
