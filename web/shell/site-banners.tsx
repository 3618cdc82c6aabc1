import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useSyncExternalStore } from 'react';

import { settingsQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Info, WifiOff } from '../ui/icon.tsx';
import { useDismissed } from './dismissed-alerts.ts';

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
