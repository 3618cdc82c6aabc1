import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { redirect } from 'react-router';

import type { Profile, ProfileSummary } from '../../contract/members/operations.ts';
import { toId } from '../../contract/platform/id.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { CallError } from '../platform/calls/call.ts';
import type { PageArgs } from '../platform/pages/page.ts';
import { callFrom, keys } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';

export const profileQuery = (id: MemberId) =>
  queryOptions({
    queryKey: keys.profile(id),
    queryFn: async (context) => (await callFrom(context)('getProfile', { id }, { signal: context.signal })).profile,
    // Opening a profile makes the server clear a like's "new" mark. A page just rendered is recent enough.
    staleTime: 5_000,
  });

/** A member on the profile page: the whole profile, or the fields of the tapped card while it loads. */
export type ShownMember = ProfileSummary & Partial<Profile>;

export const similarQuery = (id: MemberId) =>
  queryOptions({
    queryKey: keys.similar(id),
    queryFn: (context) => callFrom(context)('listSimilar', { id }, { signal: context.signal }),
    staleTime: 300_000,
  });

/** Redirects members to the profile and, where only members may see members, visitors to the plain sign-up. */
export async function loadForVisitor({ params, user, ensure }: PageArgs): Promise<void> {
  const id = toId<MemberId>(params['id']);
  if (user) throw redirect(pathTo('members-id', { id }));
  try {
    await ensure(profileQuery(id));
  } catch (error) {
    if (error instanceof CallError && error.code === 'search.members-only') throw redirect(pathTo('signup'));
    throw error;
  }
}

/** Clears the "new" mark of the member's like in the cache, as the server did (specification, section 4). */
export function useLikeSeen({ id, likes_you: likesYou }: Pick<ShownMember, 'id' | 'likes_you'>): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!likesYou) return;
    applyToCaches(queries, { type: 'like-seen', profile: id });
  }, [queries, id, likesYou]);
}
