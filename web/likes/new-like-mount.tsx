import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';

import { userQuery } from '../platform/calls/queries.ts';
import { useIsHydrated } from '../platform/pages/hydrated.ts';
import { latePart } from '../ui/lazy-part.ts';

// Loaded for members only, after hydration: a visitor's first page does not load it.
const NewLike = latePart(async () => ({ default: (await import('./new-like.tsx')).NewLike }));

/** Announces new likes and matches; for the layouts of members. */
export function NewLikeMount(): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  const hydrated = useIsHydrated();
  if (!hydrated || !user) return null;
  return <NewLike />;
}
