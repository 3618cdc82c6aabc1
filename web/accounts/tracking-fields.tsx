import { type ReactElement, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { type Tracking, keptTracking, trackingIn } from './tracking.ts';

/** Where this visitor came from: by the address of this page, or as kept in this tab. */
export function useTracking(): Tracking | undefined {
  const [query] = useSearchParams();
  const [kept, setKept] = useState<Tracking>();
  useEffect(() => setKept(keptTracking()), []);
  return trackingIn((name) => query.get(name)) ?? kept;
}

/** The same as hidden fields, so that it is sent with a form. */
export function TrackingFields(): ReactElement[] {
  return Object.entries(useTracking() ?? {}).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
