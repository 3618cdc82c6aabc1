import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { buildVersionQuery } from '../accounts/terms/terms-versions.ts';
import { BonusBanner } from '../discounts/bonus-banner.tsx';
import { useHasBonus } from '../discounts/discount-queries.ts';
import { call } from '../platform/calls/call.ts';
import { mailsOffAlert, setDismissed, useDismiss } from '../accounts/alerts/account-alerts.ts';
import { useDismissed } from '../platform/dismissed-alerts.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { useIsHydrated } from '../platform/pages/hydrated.ts';
import { type User, settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { type RouteName, pathTo } from '../platform/pages/route-table.ts';
import { Rich, useSay } from '../platform/sentences/sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Camera, Mail, Moon } from '../ui/icon.tsx';
import { latePart } from '../ui/lazy-part.ts';
import { type BannerName, chooseBanner } from './banner-rules.ts';
import { useIsOnline } from '../platform/calls/connection.ts';
import { ResendActivation } from '../accounts/address/resend-activation.tsx';
import { DemoBanner, OfflineBanner } from './site-banners.tsx';
import { FirstCredits, useStartCredits } from '../accounts/sign-up/start-credits.tsx';
import { useRouteName } from '../platform/pages/use-route-name.ts';

/** Query parameter of the first view after sign-up (`web/shell/signup-flow.ts`). */
const firstView = 'welcome';

/** The banner above every page: one at a time, the most important of those that are due. */
export function Banners({ className }: { className?: string }): ReactElement {
  return (
    <div className={className}>
      <TheBanner />
    </div>
  );
}

/**
 * Returns the banner of the page, or null. `giftClosed`: the announcement of the first credits was closed. The
 * navigation asks only for the offer, which never follows that announcement on the same view.
 */
export function useBanner(giftClosed = false): BannerName | null {
  const { data: user = null } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  const gift = useStartCredits();
  return chooseBanner({
    isOnline: useIsOnline(),
    isDemo: settings?.demo ?? false,
    isFirstView: useSearchParams()[0].has(firstView),
    hasGift: gift !== null && !giftClosed,
    hasBonus: useHasBonus(),
    user,
    route: useRouteName(),
    dismissed: useDismissed(),
  });
}

function TheBanner(): ReactElement | null {
  const { data: user = null } = useQuery(userQuery);
  const [giftClosed, closeGift] = useState(false);
  const queries = useQueryClient();
  const dismiss = useDismiss();
  const isOver = user !== null && !user.address_failed && user.alerts_dismissed.includes('bounced-mail');
  useEffect(() => {
    // A later failure of an address must show the alert again.
    if (isOver) setDismissed(queries, ['bounced-mail'], false);
  }, [isOver, queries]);
  switch (useBanner(giftClosed)) {
    case 'offline':
      return <OfflineBanner />;
    case 'first-credits':
      return <FirstCredits onDismiss={() => closeGift(true)} />;
    case 'time-bonus':
      return <BonusBanner onDismiss={() => dismiss('time-bonus')} />;
    case 'refused':
      return <ActivationReminder isRefused />;
    case 'confirm':
      return <ActivationReminder />;
    case 'paused':
      return user?.profile.paused_until ? <Paused until={user.profile.paused_until} /> : null;
    case 'terms':
      return user?.terms_coming ? <NewTerms user={user} appliesAt={user.terms_coming} /> : null;
    case 'disabled-notifications':
      return user && <DisabledNotifications user={user} />;
    case 'profile-photo':
      return <NoPhoto />;
    case 'demo':
      return <DemoBanner />;
    case null:
      return null;
  }
}

/** Says why mails are not sent any more (specification, section 8). */
function DisabledNotifications({ user }: { user: User }): ReactElement {
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

const EndPause = latePart(async () => ({ default: (await import('../members/pause/end-pause.tsx')).EndPause }));

/** Stays on every page until the pause ends: a login alone ends none. */
function Paused({ until }: { until: string }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const hydrated = useIsHydrated();
  return (
    <Banner name="paused" icon={Moon}>
      {say('shell.paused', { day: format.day(until) })} {hydrated && <EndPause inText />}
    </Banner>
  );
}

/** Invites a member without a photo to add one (specification, section 4). */
function NoPhoto(): ReactElement {
  const say = useSay();
  const dismiss = useDismiss();
  const name = 'profile-photo';
  return (
    <Banner name={name} icon={Camera} dismissLabel={say('common.close')} onDismiss={() => dismiss(name)}>
      {say('shell.no-photo')} <AlertLink to="profile">{say('shell.no-photo-action')}</AlertLink>
    </Banner>
  );
}

/** Announces terms, or asks about those that hold for the member once they agree. The account records the dismissal. */
function NewTerms({ user, appliesAt: at }: { user: User; appliesAt: string }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const client = useQueryClient();
  const dismiss = (): void => {
    client.setQueryData(userQuery.queryKey, (old) => old && { ...old, terms_coming: null });
    // Not worth an error: at worst it is shown once more.
    void call('dismissTerms', { applies_at: at }).catch(() => undefined);
  };
  if (user.terms_asked !== null)
    return (
      <Banner name="terms" dismissLabel={say('shell.terms-later')} onDismiss={dismiss}>
        <Rich id="shell.terms-question" components={{ answer: <AlertLink to="new-terms" /> }} />
      </Banner>
    );
  return (
    <Banner name="terms" dismissLabel={say('common.close')} onDismiss={dismiss}>
      <Rich
        id="shell.terms"
        values={{ date: format.day(at) }}
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
  /** The link's text; omitted in a sentence with links, which provides it. */
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

const ActivationHelp = latePart(async () =>
  (await import('../accounts/address/activation-help.tsx')).loadActivationHelp(),
);

/** Reminds members to confirm or correct their address (specification, section 4). `isRefused`: mails bounced. */
function ActivationReminder({ isRefused = false }: { isRefused?: boolean }): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const hydrated = useIsHydrated();
  if (!user) return null;
  const email = user.email_asked ?? user.email;
  return (
    <Banner name={isRefused ? 'refused' : 'confirm'} icon={Mail} className="wrap-anywhere">
      {isRefused ? (
        say('shell.confirm-refused', { email })
      ) : (
        <>
          {say('shell.confirm', { email })} <ResendActivation />
        </>
      )}{' '}
      {hydrated && <ActivationHelp email={email} isRefused={isRefused} />}
    </Banner>
  );
}
