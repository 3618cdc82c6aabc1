import type { QueryClient } from '@tanstack/react-query';

import type { OwnProfile } from '../../../contract/members.ts';
import { userQuery } from '../../queries.ts';

/** Puts the changed own profile into the cache that every page reads. */
export function keepProfile(queries: QueryClient, profile: OwnProfile): void {
  queries.setQueryData(userQuery.queryKey, (user) => user && { ...user, name: profile.name, profile });
  // Who fits and how far away they are follows from the own profile.
  queries.removeQueries({ queryKey: ['profiles'] });
  queries.removeQueries({ queryKey: ['similar'] });
  queries.removeQueries({ queryKey: ['profile'] });
}
