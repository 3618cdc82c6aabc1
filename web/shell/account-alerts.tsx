import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import type { User } from '../queries.ts';
import { type RouteName, pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Camera, Mail } from '../ui/icon.tsx';
import { dismissAlert } from './dismissed-alerts.ts';

/** Says why e-mails are no longer sent (specification, section 8). */
export function DisabledNotifications({ user }: { user: User }): ReactElement {
  const say = useSay();
  const name = 'disabled-notifications';
  return (
    <Banner name={name} icon={Mail} dismissLabel={say('common.close')} onDismiss={() => dismissAlert(name)}>
      {say(`shell.mails-off.${user.notifications_stopped[0]?.reason ?? 'bounce'}`, user)}{' '}
      <AlertLink to="notifications">{say('shell.mails-off.action')}</AlertLink>
    </Banner>
  );
}

/** Invites a member without a photo to add one (specification, section 4). */
export function NoPhoto(): ReactElement {
  const say = useSay();
  const name = 'profile-photo';
  return (
    <Banner name={name} icon={Camera} dismissLabel={say('common.close')} onDismiss={() => dismissAlert(name)}>
      {say('shell.no-photo')} <AlertLink to="profile">{say('shell.no-photo-action')}</AlertLink>
    </Banner>
  );
}

function AlertLink({ to, children }: { to: RouteName; children: ReactNode }): ReactElement {
  return (
    <Link
      to={pathTo(to)}
      className="rounded-small py-0.5 font-bold whitespace-nowrap text-primary-ink underline underline-offset-3 max-[279px]:whitespace-normal"
    >
      {children}
    </Link>
  );
}
