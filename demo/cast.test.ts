import { describe, expect, it } from 'vitest';

import { buildCastEmail, computeBirthday, castMember, isOnline, lastActiveAt } from './cast.ts';
import { demoMembers } from './members.data.ts';

const moments = ['2025-11-20T23:59:00Z', '2026-01-01T00:00:00Z', '2028-02-29T12:00:00Z', '2026-12-31T10:00:00Z'];

function ageOn(birthday: string, now: Date): number {
  const years = now.getUTCFullYear() - Number(birthday.slice(0, 4));
  return now.toISOString().slice(5, 10) < birthday.slice(5) ? years - 1 : years;
}

describe('the cast', () => {
  it.each(moments)('has the ages given in its data on %s', (moment) => {
    const now = new Date(moment);
    for (const [place, { age }] of demoMembers.entries())
      expect(ageOn(computeBirthday(age, place, now), now), String(place)).toBe(age);
  });

  it('has one third of its members online at any time, and everybody in turn', () => {
    const seen = new Set<number>();
    for (let shift = 0; shift < 3; shift += 1) {
      const now = new Date(Date.UTC(2026, 4, 1, 12, 30 * shift));
      const here = demoMembers.flatMap((_member, place) => (isOnline(place, now) ? [place] : []));
      expect(here).toHaveLength(20);
      for (const place of here) seen.add(place);
    }
    expect(seen.size).toBe(60);
  });

  it('was last active under five minutes ago if online, else between ten minutes and a week ago', () => {
    const now = new Date(moments[0] ?? '');
    for (const place of demoMembers.keys()) {
      const seconds = (now.getTime() - lastActiveAt(place, now).getTime()) / 1_000;
      if (isOnline(place, now)) expect(seconds).toBeLessThan(300);
      else expect(seconds).toBeGreaterThan(600);
      expect(seconds).toBeLessThan(7 * 86_400);
    }
  });

  it('is found by its email addresses, and other members are not', () => {
    for (const member of demoMembers) expect(castMember(buildCastEmail(member.seed))).toBe(member);
    expect(castMember('sanne@example.org')).toBeUndefined();
  });
});
