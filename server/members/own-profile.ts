import type { OwnProfile } from '../../contract/members/operations.ts';
import type { AppContext } from '../context.ts';
import { listOwnPhotos } from '../photos/list-own-photos.ts';
import { must } from '../platform/failure.ts';
import { toOwnProfile } from './present.ts';
import { findOwnProfile } from './queries.ts';

/** Returns the profile as its owner sees it, including photos beyond the limit. Throws profile.not-found. */
export async function ownProfile(context: AppContext, memberId: string): Promise<OwnProfile> {
  const [row, photos] = await Promise.all([
    context.database.first(findOwnProfile, { memberId }),
    listOwnPhotos(context, memberId),
  ]);
  must(row, 'profile.not-found');
  const { settings } = await context.sites.ofMember(row.site, null);
  return toOwnProfile(row, { now: context.clock.now(), photos, offered: settings.interests });
}
