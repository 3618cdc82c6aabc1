import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { settingsQuery } from '../platform/calls/queries.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Info, WifiOff } from '../ui/icon.tsx';
import { useIsOnline } from '../platform/calls/connection.ts';
import { useHasProgram, useRouteName } from '../platform/pages/use-route-name.ts';
import { dismissAlert, useDismissed } from '../platform/dismissed-alerts.ts';

/** The offline banner. Pending messages are sent once the connection is back; the data of a form (`form`) is not. */
export function OfflineBanner({ form = false }: { form?: boolean }): ReactElement | null {
  const say = useSay();
  return useIsOnline() ? null : (
    <Banner name="offline" icon={WifiOff}>
      {say(form ? 'common.offline-form' : 'common.offline')}
    </Banner>
  );
}

/** The one banner of pages that are the same for members and visitors: no connection, or the demo site. */
export function SiteBanners(): ReactElement | null {
  const { data: settings } = useQuery(settingsQuery);
  const isDismissed = useDismissed().includes('demo');
  const isSaid = useRouteName() === 'offline';
  if (!useIsOnline()) return isSaid ? null : <OfflineBanner form />;
  return settings?.demo && !isDismissed ? <DemoBanner /> : null;
}

export function DemoBanner(): ReactElement {
  const say = useSay();
  return (
    <Banner
      name="demo"
      icon={Info}
      dismissLabel={useHasProgram() ? say('common.close') : undefined}
      onDismiss={() => dismissAlert('demo')}
    >
      <span className="text-12 md:hidden">{say('shell.demo-short')}</span>
      <span className="hidden md:inline">{say('shell.demo')}</span>
    </Banner>
  );
}
