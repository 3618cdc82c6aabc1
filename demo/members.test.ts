import { readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { countries, countryCodes } from '../contract/platform/countries.ts';
import { interests } from '../contract/members/interests.ts';
import { nameLengthMax, nameLengthMin } from '../contract/members/limits.ts';
import { towns } from '../server/geo/towns.data.ts';
import { demoMembers } from './members.data.ts';
import type { DemoMember } from './members.data.ts';

const count = (holds: (member: DemoMember) => boolean) => demoMembers.filter(holds).length;

/** Genders that a member looks for. */
const wanted = ({ gender, sexuality }: DemoMember): readonly string[] => {
  if (sexuality === 'bi') return ['male', 'female'];
  if (sexuality === 'hetero') return [gender === 'male' ? 'female' : 'male'];
  return [gender];
};

describe('the cast of the demo site', () => {
  it('has sixty members, half of them women', () => {
    expect(demoMembers).toHaveLength(60);
    expect(count(({ gender }) => gender === 'female')).toBe(30);
  });

  it('has unique seeds, names and texts', () => {
    for (const field of ['seed', 'name', 'about'] as const) {
      expect(new Set(demoMembers.map((member) => member[field].toLowerCase())).size).toBe(60);
    }
  });

  it('comes from every country, mostly from Germany and the Netherlands', () => {
    for (const code of countryCodes)
      expect(
        count(({ country }) => country === code),
        code,
      ).toBeGreaterThan(0);
    expect(count(({ country }) => country === 'DE')).toBe(9);
    expect(count(({ country }) => country === 'NL')).toBe(8);
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
});

describe.each(demoMembers)('$name', (member) => {
  it('lives in a town of our list', () => {
    expect(towns[member.country].map(({ id }) => id)).toContain(member.town);
  });

  it('writes between 80 and 500 characters in a language of the country', () => {
    expect(member.about.length).toBeGreaterThanOrEqual(80);
    expect(member.about.length).toBeLessThanOrEqual(500);
    expect(countries[member.country].locales).toContain(member.language);
  });

  it('has a name of valid length and a seed of lowercase letters', () => {
    expect(member.name.length).toBeGreaterThanOrEqual(nameLengthMin);
    expect(member.name.length).toBeLessThanOrEqual(nameLengthMax);
    expect(member.seed).toMatch(/^[a-z]+$/u);
  });

  it('writes no exclamation marks, and no age, which would soon be wrong', () => {
    expect(member.about).not.toMatch(/[!¡]/u);
    expect(member.about).not.toMatch(new RegExp(`\\b${member.age}\\b`, 'u'));
  });

  it('has three to eight different interests, none of them explicit', () => {
    expect(new Set(member.interests).size).toBe(member.interests.length);
    expect(member.interests.length).toBeGreaterThanOrEqual(3);
    expect(member.interests.length).toBeLessThanOrEqual(8);
    expect(member.interests.filter((key) => interests[key].explicit)).toEqual([]);
  });

  it('has three to six photos', () => {
    expect(member.photos).toBeGreaterThanOrEqual(3);
    expect(member.photos).toBeLessThanOrEqual(6);
  });

  it('has a sexuality that fits the gender, and somebody in the cast to match with', () => {
    expect(member.sexuality).not.toBe(member.gender === 'female' ? 'gay' : 'lesbian');
    const matches = demoMembers.filter(
      (other) => other !== member && wanted(member).includes(other.gender) && wanted(other).includes(member.gender),
    );
    expect(matches.length).toBeGreaterThan(0);
  });
});

it('every photo of the cast exists, and there are no others', () => {
  const expected = demoMembers.flatMap(({ seed, photos }) =>
    Array.from({ length: photos }, (_, position) => `${seed}-${position + 1}.webp`),
  );
  expect(readdirSync(new URL('./photos', import.meta.url)).toSorted()).toEqual(expected.toSorted());
});
