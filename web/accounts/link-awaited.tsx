import type { ReactElement, ReactNode } from 'react';

import { useSay } from '../sentences.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

/**
 * In the place of what a link opens, until it is known whether this tab has kept it (`use-link.ts`). Without a script
 * nothing is kept: the `expired` words stand there.
 */
export function LinkAwaited({ expired }: { expired: ReactNode }): ReactElement {
  const say = useSay();
  return (
    <>
      <Loading label={say('common.loading')} className="noscript:hidden">
        <Skeleton shape="block" className="h-12" />
      </Loading>
      <noscript>
        <div className="grid gap-6">{expired}</div>
      </noscript>
    </>
  );
}
