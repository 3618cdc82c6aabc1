import type { ReactElement, ReactNode } from 'react';
import { useNavigation } from 'react-router';

import { useSay } from '../platform/sentences.tsx';
import { Progress } from '../ui/progress.tsx';
import { useLostSession } from './session-ended.ts';
import { useAppBadge } from './use-app-badge.ts';
import { useRefresh } from './use-refresh.ts';

/** The common parts of all layouts: skip link, navigation progress, refresh, app badge, handling of lost sessions. */
export function Frame({ children, className }: { children: ReactNode; className?: string }): ReactElement {
  const say = useSay();
  const navigation = useNavigation();
  useRefresh();
  useAppBadge();
  useLostSession();
  return (
    <div className={className ?? 'flex min-h-dvh flex-col'}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-pill focus:bg-surface focus:px-4 focus:py-2 focus:font-bold"
      >
        {say('shell.skip')}
      </a>
      <Progress active={navigation.state !== 'idle'} label={say('common.loading')} />
      {children}
    </div>
  );
}
