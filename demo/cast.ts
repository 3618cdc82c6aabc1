import { utcDay } from '../contract/platform/calendar.ts';
import { after, dayMs, minuteMs } from '../server/platform/clock.ts';
import { type DemoMember, demoMembers } from './members.data.ts';

// A reserved top-level domain: mail to it reaches nobody.
const domain = 'demo.invalid';

/** Returns the email address of a member of the cast. It contains the seed, which links the row to the data. */
export function buildCastEmail(seed: string): string {
  return `${seed}@${domain}`;
}

export function castMember(email: string): DemoMember | undefined {
  return demoMembers.find((member) => buildCastEmail(member.seed) === email);
}

/** Returns a date of birth, `YYYY-MM-DD`, for an age in years at `now`. `place` spreads the birthdays over the year. */
export function computeBirthday(age: number, place: number, now: Date): string {
  const daysSince = 1 + ((place * 71) % 360);
  const birthday = after(
    new Date(Date.UTC(now.getUTCFullYear() - age, now.getUTCMonth(), now.getUTCDate())),
    -daysSince * dayMs,
  );
  return utcDay(birthday);
}

const shiftMs = 30 * minuteMs;

/** True if the member replies at once. Every half hour, this is a different third of the cast. */
export function isOnline(place: number, now: Date): boolean {
  return (place + Math.floor(now.getTime() / shiftMs)) % 3 === 0;
}

/** Returns when the member at a place was last active before the site is filled: just now, or up to six days ago. */
export function lastActiveAt(place: number, now: Date): Date {
  if (isOnline(place, now)) return after(now, -((place * 13) % 120) * 1_000);
  const minutes = 12 + ((place * 37) % 60) ** 2 * 2.4;
  return after(now, -minutes * minuteMs);
}

export function joinedAt(place: number, now: Date): Date {
  return after(now, -(10 + ((place * 53) % 350)) * dayMs);
}
