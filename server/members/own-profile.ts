import type { OwnProfile } from '../../contract/members/operations.ts';
import type { AppContext } from '../context.ts';
import { getPlaceTimeZone } from '../geo/time-zones.ts';
import { listOwnPhotos } from '../photos/list-photos.ts';
import type { Reader } from '../platform/database/database.ts';
import { must } from '../platform/failure.ts';
import { toOwnProfile } from './present.ts';
import { findOwnProfile, findPlace } from './queries.ts';

/** Includes photos beyond the limit. Throws profile.not-found. */
export async function loadOwnProfile(context: AppContext, memberId: MemberId): Promise<OwnProfile> {
  const [row, photos] = await Promise.all([
    context.database.first(findOwnProfile, { memberId }),
    listOwnPhotos(context, memberId),
  ]);
  must(row, 'profile.not-found');
  const { settings } = await context.sites.ofMember(row.site, null);
  return toOwnProfile(row, { now: context.clock.now(), photos, offered: settings.interests });
}

export async function findRegion(reader: Reader, memberId: MemberId): Promise<string | null> {
  return (await reader.first(findPlace, { memberId }))?.region ?? null;
}

export async function findTimeZone(reader: Reader, memberId: MemberId): Promise<string> {
  const place = await reader.first(findPlace, { memberId });
  return place ? getPlaceTimeZone(place) : 'UTC';
}
