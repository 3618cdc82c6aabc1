import type { ReactElement, ReactNode } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

/**
 * Placeholder until it is known whether this tab has kept the link's parameters (`use-link.ts`). Without JavaScript
 * nothing is kept, and the `expired` content shows instead.
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
