import { getPlaceTimeZone } from '../geo/time-zones.ts';
import type { Reader } from '../platform/database/database.ts';
import { findPlace } from './queries.ts';

/** The region where a member lives; null if the profile names none. */
export async function regionOfMember(reader: Reader, memberId: string): Promise<string | null> {
  return (await reader.first(findPlace, { memberId }))?.region ?? null;
}

/** The time zone where a member lives; UTC without a profile. */
export async function zoneOfMember(reader: Reader, memberId: string): Promise<string> {
  const place = await reader.first(findPlace, { memberId });
  return place ? getPlaceTimeZone(place) : 'UTC';
}
