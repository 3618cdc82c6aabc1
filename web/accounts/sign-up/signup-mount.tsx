import type { ReactElement } from 'react';

import { useIsHydrated } from '../../platform/pages/hydrated.ts';
import { latePart } from '../../ui/lazy-part.ts';

const SignupModal = latePart(async () => ({ default: (await import('./signup-modal.tsx')).SignupModal }));

export function SignupMount(): ReactElement | null {
  return useIsHydrated() ? <SignupModal /> : null;
}
