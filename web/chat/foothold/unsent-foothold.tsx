import { type ReactElement, Suspense, lazy } from 'react';

import type { ChosenFootholdProps } from './chosen-foothold.tsx';

// It looks for photos on the profile, which conversations without one do without.
const ChosenFoothold = lazy(async () => ({ default: (await import('./chosen-foothold.tsx')).ChosenFoothold }));

/** What a message takes up that is not delivered yet. */
export function UnsentFoothold(props: ChosenFootholdProps): ReactElement {
  return (
    <Suspense fallback={null}>
      <ChosenFoothold {...props} />
    </Suspense>
  );
}
