import { type ReactElement, useSyncExternalStore } from 'react';

import { useSay } from '../sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Info, WifiOff } from '../ui/icon.tsx';
import { dismissAlert } from './dismissed-alerts.ts';

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
}

export function OfflineBanner(): ReactElement | null {
  const say = useSay();
  return useIsOnline() ? null : <Banner icon={WifiOff}>{say('common.offline')}</Banner>;
}

export function DemoBanner(): ReactElement {
  const say = useSay();
  return (
    <Banner name="demo" icon={Info} dismissLabel={say('common.close')} onDismiss={() => dismissAlert('demo')}>
      <span className="text-12 md:hidden">{say('shell.demo-short')}</span>
      <span className="hidden md:inline">{say('shell.demo')}</span>
    </Banner>
  );
}
