import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import { userQuery } from '../queries.ts';
import { type RouteName, pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Camera, Mail } from '../ui/icon.tsx';
import { dismissAlert } from './dismissed-alerts.ts';

// The most specific reason first: a lost address can be mended by its owner.
const reasons = ['bounce', 'fbl', 'listunsubscribe'] as const;

/** Says why e-mails are no longer sent (specification, section 8). */
export function DisabledNotifications(): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const reason = reasons.find((one) => user?.notifications_disabled.includes(one));
  if (!user || !reason) return null;
  const name = 'disabled-notifications';
  return (
    <Banner name={name} icon={Mail} dismissLabel={say('common.close')} onDismiss={() => dismissAlert(name)}>
      {say(`shell.mails-off.${reason}`, { email: user.email })}{' '}
      <AlertLink to="service">{say('shell.mails-off.action')}</AlertLink>
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
