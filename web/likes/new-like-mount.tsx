import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense, lazy, useEffect, useState } from 'react';

import { userQuery } from '../queries.ts';

// For members only, and only once the page is alive: a visitor's first page does not load it.
const NewLike = lazy(async () => ({ default: (await import('./new-like.tsx')).NewLike }));

/** Where new likes are announced; for the default layout. */
export function NewLikeMount(): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  if (!alive || !user) return null;
  return (
    <Suspense fallback={null}>
      <NewLike />
    </Suspense>
  );
}
