import type { OwnProfile } from '../../contract/members/operations.ts';
import type { AppContext } from '../context.ts';
import { getPlaceTimeZone } from '../geo/time-zones.ts';
import { type OwnPhotoRow, presentOwnPhotos } from '../photos/list-photos.ts';
import { getPhotosMax } from '../photos/rules.ts';
import type { Reader } from '../platform/database/database.ts';
import { must } from '../platform/failure.ts';
import { type OwnRow, toOwnProfile } from './present.ts';
import { findOwnProfile, findPlace } from './queries.ts';

/** Loads the member's own profile, as they see it. Throws profile.not-found. */
export async function loadOwnProfile(context: AppContext, memberId: MemberId): Promise<OwnProfile> {
  const row = await context.database.first(findOwnProfile, { memberId });
  must(row, 'profile.not-found');
  return presentOwnProfile(context, row);
}

/** Includes photos beyond the limit. */
export async function presentOwnProfile(context: AppContext, row: OwnRow): Promise<OwnProfile> {
  const photos = presentOwnPhotos(context, row.member_id, row.photos as OwnPhotoRow[], getPhotosMax(row));
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
