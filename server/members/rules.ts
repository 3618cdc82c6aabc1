import { type Gender, attributes } from '../../contract/members/attributes.ts';
import { onlineWindowSeconds } from '../../contract/members/limits.ts';
import { type Orientation, gendersSoughtBy } from '../../contract/members/matching.ts';
import { after, dayMs } from '../platform/clock.ts';

/** Members of one gender who seek one gender, or both. Nothing else decides compatibility. */
export interface Group {
  gender: Gender;
  seeks: Gender | 'both';
}

/** Returns all groups without a viewer. */
export function groupsFor(viewer: Orientation | null, gender: Gender | undefined): Group[] {
  const genders = viewer ? gendersSoughtBy(viewer) : attributes.gender;
  const seeking = viewer ? [viewer.gender] : attributes.gender;
  return genders
    .filter((one) => gender === undefined || one === gender)
    .flatMap((one) => [...seeking, 'both' as const].map((seeks) => ({ gender: one, seeks })));
}

/** Returns the latest birthday of members of this age, as `YYYY-MM-DD` in UTC. */
export function latestBirthday(years: number, now: Date): string {
  const year = now.getUTCFullYear() - years;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const [month, day] = [now.getUTCMonth() + 1, now.getUTCDate()];
  // On 29 February of a leap year, the year of birth may have no such day: members born up to the 28th are old enough.
  const shown = month === 2 && day === 29 && !isLeap ? 28 : day;
  return [String(year).padStart(4, '0'), month, shown].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Returns the time after which members count as recently active. These come before the others in a search. */
export function recentlySince(now: Date): Date {
  return after(now, -30 * dayMs);
}

export function onlineSince(now: Date): Date {
  return after(now, -onlineWindowSeconds * 1_000);
}
