import { readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { isExplicit } from '../contract/members/interests.ts';
import { nameLengthMax, nameLengthMin } from '../contract/members/limits.ts';
import { countries, countryCodes } from '../contract/platform/countries.ts';
import { towns } from '../server/geo/towns.data.ts';
import { buildCastEmail, computeBirthday, castMember, isOnline, lastActiveAt } from './cast.ts';
import { demoMembers, type DemoMember } from './members.data.ts';

const moments = ['2025-11-20T23:59:00Z', '2026-01-01T00:00:00Z', '2028-02-29T12:00:00Z', '2026-12-31T10:00:00Z'];

function ageOn(birthday: string, now: Date): number {
  const years = now.getUTCFullYear() - Number(birthday.slice(0, 4));
  return now.toISOString().slice(5, 10) < birthday.slice(5) ? years - 1 : years;
}

const count = (holds: (member: DemoMember) => boolean) => demoMembers.filter(holds).length;
const isWithin = (value: number, low: number, high: number) => value >= low && value <= high;

/** Lists the genders that a member looks for. */
const wanted = ({ gender, sexuality }: DemoMember): readonly string[] => {
  if (sexuality === 'bi') return ['male', 'female'];
  if (sexuality === 'hetero') return [gender === 'male' ? 'female' : 'male'];
  return [gender];
};

describe('the cast', () => {
  it('has the ages given in its data at any time', () => {
    for (const now of moments.map((moment) => new Date(moment)))
      for (const [place, { age }] of demoMembers.entries())
        expect(ageOn(computeBirthday(age, place, now), now), `${place} on ${now.toISOString()}`).toBe(age);
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

  it('has sixty members, half of them women, with unique seeds, names and texts', () => {
    expect(demoMembers).toHaveLength(60);
    expect(count(({ gender }) => gender === 'female')).toBe(30);
    for (const field of ['seed', 'name', 'about'] as const)
      expect(new Set(demoMembers.map((member) => member[field].toLowerCase())).size).toBe(60);
  });

  it('comes from every country, mostly from Germany and the Netherlands', () => {
    expect(countryCodes.filter((code) => count(({ country }) => country === code) === 0)).toEqual([]);
    expect([count(({ country }) => country === 'DE'), count(({ country }) => country === 'NL')]).toEqual([9, 8]);
  });

  it('is between 21 and 72 years old, with all decades represented', () => {
    const ages = demoMembers.map(({ age }) => age);
    expect([Math.min(...ages), Math.max(...ages)]).toEqual([21, 72]);
    expect(new Set(ages.map((age) => Math.floor(age / 10)))).toEqual(new Set([2, 3, 4, 5, 6, 7]));
  });

  it('is mostly hetero, with lesbian, gay and bisexual members in several countries', () => {
    expect(count(({ sexuality }) => sexuality === 'hetero')).toBeGreaterThan(30);
    for (const sexuality of ['gay', 'lesbian', 'bi']) {
      const some = demoMembers.filter((member) => member.sexuality === sexuality);
      expect(some.length).toBeGreaterThanOrEqual(4);
      expect(new Set(some.map(({ country }) => country)).size).toBeGreaterThan(1);
    }
  });

  const rules: Record<string, (member: DemoMember) => boolean> = {
    'lives in a town of our list': ({ country, town }) => towns[country].some(({ id }) => id === town),
    'writes between 80 and 500 characters': ({ about }) => isWithin(about.length, 80, 500),
    'writes in a language of the country': ({ country, language }) =>
      (countries[country].locales as readonly string[]).includes(language),
    'has a name of valid length': ({ name }) => isWithin(name.length, nameLengthMin, nameLengthMax),
    'has a seed of lowercase letters': ({ seed }) => /^[a-z]+$/u.test(seed),
    'writes no exclamation marks': ({ about }) => !/[!¡]/u.test(about),
    'writes no age, which would soon be wrong': ({ about, age }) => !new RegExp(`\\b${age}\\b`, 'u').test(about),
    'has three to eight interests': (member) => isWithin(member.interests.length, 3, 8),
    'has no interest twice': (member) => new Set(member.interests).size === member.interests.length,
    'speaks the language of its text first, and none twice': ({ language, languages }) =>
      languages[0] === language && new Set(languages).size === languages.length,
    'has no explicit interest': (member) => member.interests.every((key) => !isExplicit(key)),
    'has three to six photos': ({ photos }) => isWithin(photos, 3, 6),
    'has a sexuality that fits the gender': ({ gender, sexuality }) =>
      sexuality !== (gender === 'female' ? 'gay' : 'lesbian'),
    'has somebody in the cast to match with': (member) =>
      demoMembers.some(
        (other) => other !== member && wanted(member).includes(other.gender) && wanted(other).includes(member.gender),
      ),
  };

  it('keeps every rule for a profile', () => {
    const broken = Object.entries(rules).flatMap(([rule, holds]) =>
      demoMembers.filter((member) => !holds(member)).map(({ name }) => `not true: ${name} ${rule}`),
    );
    expect(broken).toEqual([]);
  });

  it('has all of its photos, and there are no others', () => {
    const expected = demoMembers.flatMap(({ seed, photos }) =>
      Array.from({ length: photos }, (_, position) => `${seed}-${position + 1}.webp`),
    );
    expect(readdirSync(new URL('./photos', import.meta.url)).toSorted()).toEqual(expected.toSorted());
  });
});
