import type { ReactElement } from 'react';

import type { Say } from '../platform/sentences/sentences.tsx';
import { Tealight } from '../ui/tealights.tsx';
import { showToast } from '../ui/toast.ts';

/** Offers the app as a card. Without `ask`, it tells how the browser's share sheet installs it. */
export function showInstallOffer(say: Say, name: string, ask: (() => void) | null): void {
  showToast({
    id: 'app-install',
    start: ask ? <Tealight className="h-9 w-auto" /> : <ShareSign />,
    title: say('installed-app.install-title', { name }),
    children: say(ask ? 'installed-app.install' : 'installed-app.install-iphone', { name }),
    ...(ask && { action: { label: say('installed-app.install-action'), onPress: ask } }),
    offer: { later: say('common.not-now'), close: say('common.close') },
  });
}

/** The sign of the share sheet on iPhones and iPads. */
function ShareSign(): ReactElement {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
      <path d="M12 15V3m-4 4 4-4 4 4M8 10H6a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-9a1 1 0 0 0-1-1h-2" />
    </svg>
  );
}
