import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense } from 'react';

import { userQuery } from '../queries.ts';
import { useIsHydrated } from '../shell/hydrated.ts';
import { lazyPart } from '../ui/lazy-part.ts';

// Only for members who have not paid, and only once the page is hydrated: other pages do not load it.
const BonusModalMount = lazyPart(async () => ({ default: (await import('./bonus-modal-mount.tsx')).BonusModalMount }));

/** Where the dialog about the time bonus waits for its moment, whatever page of the members area is open. */
export function BonusMount(): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  const hydrated = useIsHydrated();
  if (!hydrated || !user || user.paid_user) return null;
  return (
    <Suspense fallback={null}>
      <BonusModalMount />
    </Suspense>
  );
}
