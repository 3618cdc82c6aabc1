import { ageAt } from '../../../contract/members/birth-date.ts';
import { isInterest } from '../../../contract/members/interests.ts';
import { eveningHours } from '../../../contract/members/limits.ts';
import type { SharedTraits } from '../../../contract/members/operations.ts';
import type { ShownProfile } from '../../../contract/members/shown-profile.ts';
import { dayIn, dayText, startOfDay } from '../../../contract/platform/calendar.ts';
import { after, hourMs } from '../../platform/clock.ts';
import type { ViewerRow } from '../queries.ts';

export type Traits = Pick<ViewerRow, 'town' | 'interests' | 'languages' | 'date_of_birth'>;

const yearsAlike = 2;

/** Returns what both share of the traits that the viewer may see. Ages are compared in whole years. */
export function sharedBetween(viewer: Traits, other: Traits, shown: ShownProfile, now: Date): SharedTraits {
  const own = new Set(viewer.interests);
  const interests = other.interests.filter((key) => own.has(key) && shown.interests.has(key)).filter(isInterest);
  const spoken = shown.fields.has('languages') ? viewer.languages : [];
  const apart = Math.abs(ageAt(viewer.date_of_birth, now) - ageAt(other.date_of_birth, now));
  return {
    interests,
    languages: spoken.filter((one) => other.languages.includes(one)) as SharedTraits['languages'],
    town: shown.fields.has('town') && viewer.town !== null && viewer.town === other.town,
    age: apart <= yearsAlike,
  };
}

/** Scores what two members share. Languages count once: a second one adds little. */
export function closeness(shared: SharedTraits | undefined): number {
  if (!shared) return 0;
  return shared.interests.length * 2 + Number(shared.languages.length > 0) + Number(shared.town) + Number(shared.age);
}

/** True if fictional members may be suggested: only on the demo site, where all are, and if labeled. */
export function maySuggestFictional({
  demo,
  fictional_warning,
}: {
  demo: boolean;
  fictional_warning: boolean;
}): boolean {
  return demo && fictional_warning;
}

/** Returns the evening: the last hours before midnight, which no clock change shortens. */
export function eveningAt(now: Date, timeZone: string) {
  const day = dayIn(timeZone, now);
  const endsAt = startOfDay(timeZone, day + 1);
  const computeBegin = (ends: Date): Date => after(ends, -eveningHours * hourMs);
  const isNow = now >= computeBegin(endsAt);
  return { day: dayText(day), isNow, endsAt, nextAt: computeBegin(isNow ? startOfDay(timeZone, day + 2) : endsAt) };
}
