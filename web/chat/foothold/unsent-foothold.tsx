import { type ReactElement, Suspense } from 'react';

import type { ChosenFootholdProps } from './chosen-foothold.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

// Most messages have no foothold.
const ChosenFoothold = lazyPart(async () => ({ default: (await import('./chosen-foothold.tsx')).ChosenFoothold }));

/** The foothold of a message that is not delivered yet. */
export function UnsentFoothold(props: ChosenFootholdProps): ReactElement {
  return (
    <Suspense fallback={null}>
      <ChosenFoothold {...props} />
    </Suspense>
  );
}
