import { after, dayMs, minuteMs } from '../server/platform/clock.ts';
import { type DemoMember, demoMembers } from './members.data.ts';

// A reserved top-level domain: e-mail to it reaches nobody.
const domain = 'demo.invalid';

/** The e-mail address of a member of the cast, made of the seed: it connects the row in the database with the data. */
export function addressOf(seed: string): string {
  return `${seed}@${domain}`;
}

/** The member of the cast with this address, if there is one. */
export function castMember(email: string): DemoMember | undefined {
  return demoMembers.find((member) => addressOf(member.seed) === email);
}

/** A date of birth, as `YYYY-MM-DD`, of somebody who is `age` years old at `now`; `place` spreads them over the year. */
export function birthdayOf(age: number, place: number, now: Date): string {
  const daysSince = 1 + ((place * 71) % 360);
  const birthday = after(
    new Date(Date.UTC(now.getUTCFullYear() - age, now.getUTCMonth(), now.getUTCDate())),
    -daysSince * dayMs,
  );
  return birthday.toISOString().slice(0, 10);
}

const shiftMs = 30 * minuteMs;

/**
 * Whether the member at this place of the cast is shown as online: a third of them, others every half hour. They are
 * online in the sense that they reply at once.
 */
export function isOnline(place: number, now: Date): boolean {
  return (place + Math.floor(now.getTime() / shiftMs)) % 3 === 0;
}

/** When the member at this place was last active, at the time the site is filled: just now, or up to six days ago. */
export function lastActiveAt(place: number, now: Date): Date {
  if (isOnline(place, now)) return after(now, -((place * 13) % 120) * 1_000);
  const minutes = 12 + ((place * 37) % 60) ** 2 * 2.4;
  return after(now, -minutes * minuteMs);
}

/** When the member at this place joined: up to a year ago. */
export function joinedAt(place: number, now: Date): Date {
  return after(now, -(10 + ((place * 53) % 350)) * dayMs);
}
