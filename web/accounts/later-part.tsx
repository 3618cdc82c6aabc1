import { type ReactElement, type ReactNode, Suspense } from 'react';

import { useIsHydrated } from '../platform/hydrated.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** A section of the settings whose code is loaded after the page. Links to its anchor work before it is there. */
export function LaterPart({ id, children }: { id: string; children: ReactNode }): ReactElement {
  const isHydrated = useIsHydrated();
  const waiting = (
    <Card className="h-72">
      <Skeleton className="w-2/3" />
    </Card>
  );
  return (
    <div id={id} className="scroll-mt-20">
      {isHydrated ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}
    </div>
  );
}
