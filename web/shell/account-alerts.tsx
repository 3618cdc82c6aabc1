import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import { call } from '../platform/call.ts';
import { useFormat } from '../platform/format.ts';
import { type User, userQuery } from '../platform/queries.ts';
import { type RouteName, pathTo } from '../platform/route-table.ts';
import { Rich, useSay } from '../platform/sentences.tsx';
import { buildVersionQuery } from '../accounts/terms-address.ts';
import { Banner } from '../ui/alert.tsx';
import { Camera, Mail } from '../ui/icon.tsx';
import { useDismiss } from './account-dismissals.ts';
import { mailsOffAlert } from './refused-email.ts';

/** Says why emails are not sent any more (specification, section 8). */
export function DisabledNotifications({ user }: { user: User }): ReactElement {
  const say = useSay();
  const dismiss = useDismiss();
  const name = mailsOffAlert(user);
  return (
    <Banner name={name} icon={Mail} dismissLabel={say('common.close')} onDismiss={() => dismiss(name)}>
      {say(
        `shell.mails-off.${user.address_failed ? 'bounce' : (user.notifications_stopped[0]?.reason ?? 'bounce')}`,
        user,
      )}{' '}
      <AlertLink to="notifications">{say('shell.mails-off.action')}</AlertLink>
    </Banner>
  );
}

/** Invites a member without a photo to add one (specification, section 4). */
export function NoPhoto(): ReactElement {
  const say = useSay();
  const dismiss = useDismiss();
  const name = 'profile-photo';
  return (
    <Banner name={name} icon={Camera} dismissLabel={say('common.close')} onDismiss={() => dismiss(name)}>
      {say('shell.no-photo')} <AlertLink to="profile">{say('shell.no-photo-action')}</AlertLink>
    </Banner>
  );
}

/** Tells a member about announced terms, and what to do if they disagree. The account records the dismissal. */
export function NewTerms({ applies_at: at }: { applies_at: string }): ReactElement {
  const say = useSay();
  const client = useQueryClient();
  const dismiss = (): void => {
    client.setQueryData(userQuery.queryKey, (user) => user && { ...user, terms_coming: null });
    // Not worth an error: at worst it is shown once more.
    void call('dismissTerms', { applies_at: at }).catch(() => undefined);
  };
  return (
    <Banner name="terms" dismissLabel={say('common.close')} onDismiss={dismiss}>
      <Rich
        id="shell.terms"
        values={{ date: useFormat().day(at) }}
        components={{
          coming: <AlertLink to="terms" query={buildVersionQuery(at)} />,
          current: <AlertLink to="terms" />,
          leave: <AlertLink to="settings" />,
          withdraw: <AlertLink to="withdrawal" />,
        }}
      />
    </Banner>
  );
}

interface LinkProps {
  to: RouteName;
  query?: string;
  /** Omitted in a sentence with links, which provides them. */
  children?: ReactNode;
}

function AlertLink({ to, query = '', children }: LinkProps): ReactElement {
  return (
    <Link
      to={pathTo(to) + query}
      className="rounded-small py-0.5 font-bold whitespace-nowrap text-primary-ink underline underline-offset-3 max-[279px]:whitespace-normal"
    >
      {children}
    </Link>
  );
}
