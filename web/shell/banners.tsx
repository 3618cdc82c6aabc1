import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useSyncExternalStore } from 'react';

import { settingsQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { cx } from '../ui/cx.ts';
import { Info, WifiOff } from '../ui/icon.tsx';
import { ActivationReminder } from './activation-reminder.tsx';
import { AccountAlerts } from './account-alerts.tsx';
import { FirstCredits, useIsFirstView } from './start-credits.tsx';
import { useDismissed } from './dismissed-alerts.ts';

/**
 * Banners above every page: no connection, the demo site, and what the member should know of their account. The first view
 * after sign-up is for the people: it only tells of the credits.
 */
export function Banners({ className }: { className?: string }): ReactElement {
  const isFirst = useIsFirstView();
  return (
    <div className={cx('divide-y divide-line', className)}>
      <SiteBanners />
      {isFirst ? (
        <FirstCredits />
      ) : (
        <>
          <ActivationReminder />
          <AccountAlerts />
        </>
      )}
    </div>
  );
}

/** Banners for everybody: no connection, the demo site. */
export function SiteBanners(): ReactElement {
  return (
    <>
      <OfflineBanner />
      <DemoBanner />
    </>
  );
}

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineBanner(): ReactElement | null {
  const say = useSay();
  const online = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
  return online ? null : <Banner icon={WifiOff}>{say('common.offline')}</Banner>;
}

function DemoBanner(): ReactElement | null {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const [dismissed, dismiss] = useDismissed('demo');
  if (!settings?.demo || dismissed) return null;
  return (
    <Banner name="demo" icon={Info} dismissLabel={say('common.close')} onDismiss={dismiss}>
      <span className="text-12 md:hidden">{say('shell.demo-short')}</span>
      <span className="hidden md:inline">{say('shell.demo')}</span>
    </Banner>
  );
}
