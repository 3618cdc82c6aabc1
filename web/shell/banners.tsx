import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { BonusBanner } from '../discounts/bonus-banner.tsx';
import { useHasBonus } from '../discounts/use-has-bonus.ts';
import { settingsQuery, userQuery } from '../platform/queries.ts';
import { DisabledNotifications, NewTerms, NoPhoto } from './account-alerts.tsx';
import { ActivationReminder } from './activation-reminder.tsx';
import { chooseBanner } from './banner-rules.ts';
import { setDismissed, useDismiss } from './account-dismissals.ts';
import { useIsOnline } from './connection.ts';
import { useDismissed } from '../platform/dismissed-alerts.ts';
import { DemoBanner, OfflineBanner } from './site-banners.tsx';
import { FirstCredits, useStartCredits } from './start-credits.tsx';
import { useRouteName } from './use-route-name.ts';

/** Query parameter of the first view after sign-up (`web/accounts/after-signup.ts`). */
const firstView = 'welcome';

/** The banner above every page: one at a time, the most important of those that are due. */
export function Banners({ className }: { className?: string }): ReactElement {
  return (
    <div className={className}>
      <TheBanner />
    </div>
  );
}

function TheBanner(): ReactElement | null {
  const { data: user = null } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  const gift = useStartCredits();
  const [giftClosed, closeGift] = useState(false);
  const queries = useQueryClient();
  const dismiss = useDismiss();
  const isOver = user !== null && !user.address_failed && user.alerts_dismissed.includes('bounced-mail');
  useEffect(() => {
    // A later failure of an address must show the alert again.
    if (isOver) setDismissed(queries, ['bounced-mail'], false);
  }, [isOver, queries]);
  const banner = chooseBanner({
    isOnline: useIsOnline(),
    isDemo: settings?.demo ?? false,
    isFirstView: useSearchParams()[0].has(firstView),
    hasGift: gift !== null && !giftClosed,
    hasBonus: useHasBonus(),
    user,
    route: useRouteName(),
    dismissed: useDismissed(),
  });
  switch (banner) {
    case 'offline':
      return <OfflineBanner />;
    case 'first-credits':
      return <FirstCredits text={gift} onDismiss={() => closeGift(true)} />;
    case 'time-bonus':
      return <BonusBanner onDismiss={() => dismiss('time-bonus')} />;
    case 'refused':
      return <ActivationReminder isRefused />;
    case 'confirm':
      return <ActivationReminder />;
    case 'terms':
      return user?.terms_coming ? <NewTerms applies_at={user.terms_coming} /> : null;
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
