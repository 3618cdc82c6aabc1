import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, Suspense, useEffect } from 'react';

import { keepStorageOf } from '../chat/member-storage.ts';
import { userQuery } from '../queries.ts';
import { useIsHydrated } from '../shell/hydrated.ts';
import { lazyPart } from '../ui/lazy-part.ts';

// The channel and its toasts are for members only: a visitor's first page does not load them.
const LiveMember = lazyPart(async () => ({ default: (await import('./live-member.tsx')).LiveMember }));

/** Keeps the live channel open while a member is logged in. */
export function LiveProvider({ children }: { children: ReactNode }): ReactElement {
  const { data: user } = useQuery(userQuery);
  const hydrated = useIsHydrated();
  const member = user?.id ?? null;
  // Drafts and unsent messages belong to the member who is logged in; nobody else finds them in this browser.
  useEffect(() => {
    if (user !== undefined) void keepStorageOf(member);
  }, [user, member]);
  return (
    <>
      {children}
      {hydrated && member !== null && (
        <Suspense fallback={null}>
          <LiveMember key={member} member={member} />
        </Suspense>
      )}
    </>
  );
}
