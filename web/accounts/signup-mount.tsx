import { type ReactElement, Suspense } from 'react';

import { useIsHydrated } from '../platform/hydrated.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const SignupModal = lazyPart(async () => ({ default: (await import('./signup-modal.tsx')).SignupModal }));

/** Mounts the sign-up dialog after hydration; its code is loaded after the page. */
export function SignupMount(): ReactElement | null {
  const hydrated = useIsHydrated();
  return hydrated ? (
    <Suspense fallback={null}>
      <SignupModal />
    </Suspense>
  ) : null;
}
