import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense } from 'react';

import { userQuery } from '../platform/queries.ts';
import { useIsHydrated } from '../platform/hydrated.ts';
import { lazyPart } from '../ui/lazy-part.ts';

// Loaded after hydration, and only for members who have not paid.
const BonusModalMount = lazyPart(async () => ({ default: (await import('./bonus-modal-mount.tsx')).BonusModalMount }));

/** Mounts the dialog about the time bonus on all pages of the members area. */
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
