import { after, dayMs, minuteMs } from '../server/platform/clock.ts';
import { type DemoMember, demoMembers } from './members.data.ts';

// A reserved name: mail to it can reach nobody.
const domain = 'demo.invalid';

/** The address of a member of the cast; it names the seed and is the tie between the table and the data. */
export function addressOf(seed: string): string {
  return `${seed}@${domain}`;
}

/** The member of the cast behind an address, if it is one. */
export function castMember(email: string): DemoMember | undefined {
  return demoMembers.find((member) => addressOf(member.seed) === email);
}

/** A birthday, as `YYYY-MM-DD`, on which somebody is `age` years old at `now`; spread over the year by `place`. */
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
 * Whether the member at this place of the cast is shown as here: a third of them, others every half hour. They are
 * online in the only sense that they have: whoever writes to them gets an answer at once.
 */
export function isHere(place: number, now: Date): boolean {
  return (place + Math.floor(now.getTime() / shiftMs)) % 3 === 0;
}

/** When the member at this place was last here, at the moment the site is filled: just now, or up to six days ago. */
export function lastHere(place: number, now: Date): Date {
  if (isHere(place, now)) return after(now, -((place * 13) % 120) * 1_000);
  const minutes = 12 + ((place * 37) % 60) ** 2 * 2.4;
  return after(now, -minutes * minuteMs);
}

/** When the member at this place joined: up to a year ago. */
export function joinedAt(place: number, now: Date): Date {
  return after(now, -(10 + ((place * 53) % 350)) * dayMs);
}
