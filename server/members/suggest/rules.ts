import { ageAt } from '../../../contract/members/birth-date.ts';
import { dayIn, dayText, startOfDay } from '../../../contract/platform/calendar.ts';
import { isInterest } from '../../../contract/members/interests.ts';
import { eveningHours } from '../../../contract/members/limits.ts';
import type { ShownProfile } from '../../../contract/members/shown-profile.ts';
import type { SharedTraits } from '../../../contract/members/suggestions.ts';
import { after, hourMs } from '../../platform/clock.ts';

export interface Traits {
  town: string | null;
  interests: readonly string[];
  date_of_birth: string;
}

const yearsAlike = 2;

/** The common traits of two members that the viewer may see on profiles. Ages are compared in whole years. */
export function sharedBetween(viewer: Traits, other: Traits, shown: ShownProfile, now: Date): SharedTraits {
  const own = new Set(viewer.interests);
  const interests = other.interests.filter((key) => own.has(key) && shown.interests.has(key)).filter(isInterest);
  const apart = Math.abs(ageAt(viewer.date_of_birth, now) - ageAt(other.date_of_birth, now));
  return {
    interests,
    town: shown.fields.has('town') && viewer.town !== null && viewer.town === other.town,
    age: apart <= yearsAlike,
  };
}

/** Weight of the common traits, for sorting only; never shown. */
export function closeness({ interests, town, age }: SharedTraits): number {
  return interests.length * 2 + Number(town) + Number(age);
}

/** True if fictional members are suggested: only on the demo site, where all members are fictional, and if labelled. */
export function standsIn({ demo, fictional_warning }: { demo: boolean; fictional_warning: boolean }): boolean {
  return demo && fictional_warning;
}

/** An evening in a time zone: the last hours before midnight, which no clock change shortens. */
export interface Evening {
  /** YYYY-MM-DD. */
  day: string;
  isNow: boolean;
  endsAt: Date;
  /** The start of the next evening; today's, if it has not begun. */
  nextAt: Date;
}

export function eveningAt(now: Date, timeZone: string): Evening {
  const day = dayIn(timeZone, now);
  const endsAt = startOfDay(timeZone, day + 1);
  const beginOf = (ends: Date): Date => after(ends, -eveningHours * hourMs);
  const isNow = now >= beginOf(endsAt);
  return {
    day: dayText(day),
    isNow,
    endsAt,
    nextAt: beginOf(isNow ? startOfDay(timeZone, day + 2) : endsAt),
  };
}
