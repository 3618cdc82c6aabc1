import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import { userQuery } from '../queries.ts';
import { type RouteName, pathTo, routeOf } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Camera, Mail } from '../ui/icon.tsx';
import { useDismissed } from './dismissed-alerts.ts';
import { useRouteName } from './use-route-name.ts';

// The most specific reason first: a lost address can be mended by its owner.
const reasons = ['bounce', 'fbl', 'listunsubscribe'] as const;

/**
 * What a member should know of their account, one thing at a time: that no e-mails are sent any more, or that a photo is
 * missing (specification, section 4). Each is shown until it is dismissed.
 */
export function AccountAlerts(): ReactElement {
  return <DisabledNotifications otherwise={<NoPhoto />} />;
}

/** Says why e-mails are no longer sent (specification, section 8). */
function DisabledNotifications({ otherwise }: { otherwise: ReactElement }): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const [dismissed, dismiss] = useDismissed('disabled-notifications');
  const reason = reasons.find((one) => user?.notifications_disabled.includes(one));
  if (!user || !reason || dismissed) return otherwise;
  return (
    <Banner name="disabled-notifications" icon={Mail} dismissLabel={say('common.close')} onDismiss={dismiss}>
      {say(`shell.mails-off.${reason}`, { email: user.email })}{' '}
      <AlertLink to="service">{say('shell.mails-off.action')}</AlertLink>
    </Banner>
  );
}

/** Invites a member without a photo to add one, in the members area. */
function NoPhoto(): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const name = useRouteName();
  const [dismissed, dismiss] = useDismissed('profile-photo');
  // One thing after the other: first the address is confirmed.
  if (user?.status !== 'active' || user.profile.main_image !== null || dismissed) return null;
  if (name === undefined || !routeOf(name).membersArea) return null;
  return (
    <Banner name="profile-photo" icon={Camera} dismissLabel={say('common.close')} onDismiss={dismiss}>
      {say('shell.no-photo')} <AlertLink to="profile">{say('shell.no-photo-action')}</AlertLink>
    </Banner>
  );
}

function AlertLink({ to, children }: { to: RouteName; children: ReactNode }): ReactElement {
  return (
    <Link
      to={pathTo(to)}
      className="rounded-small py-0.5 font-bold whitespace-nowrap text-primary-ink underline underline-offset-3"
    >
      {children}
    </Link>
  );
}
