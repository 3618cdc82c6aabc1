import type { QueryClient } from '@tanstack/react-query';

import type { OwnProfile } from '../../contract/members.ts';
import { userQuery } from '../queries.ts';

/** Puts the changed own profile into the cache that every page reads. */
export function keepProfile(queries: QueryClient, profile: OwnProfile): void {
  queries.setQueryData(userQuery.queryKey, (user) => user && { ...user, name: profile.name, profile });
}
