import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { userQuery } from '../platform/calls/queries.ts';
import { useIsHydrated } from '../platform/pages/hydrated.ts';
import { latePart } from '../ui/lazy-part.ts';

// Loaded after hydration, and only for members who have not paid.
const BonusModalMount = latePart(async () => ({ default: (await import('./bonus-modal-mount.tsx')).BonusModalMount }));

export function BonusMount(): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  const hydrated = useIsHydrated();
  return hydrated && user && !user.paid_user ? <BonusModalMount /> : null;
}
