import { type ReactElement, Suspense } from 'react';

import { useIsHydrated } from '../shell/hydrated.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const SignupModal = lazyPart(async () => ({ default: (await import('./signup-modal.tsx')).SignupModal }));

/** Where the sign-up dialog opens. What knows of its parts comes after the page. */
export function SignupMount(): ReactElement | null {
  const hydrated = useIsHydrated();
  return hydrated ? (
    <Suspense fallback={null}>
      <SignupModal />
    </Suspense>
  ) : null;
}
