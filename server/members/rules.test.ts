import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { attributes } from '../../contract/members/attributes.ts';
import { ageAt } from '../../contract/members/birth-date.ts';
import { type Orientation, gendersSoughtBy } from '../../contract/members/matching.ts';
import { areCompatible } from '../../tests/support/are-compatible.ts';
import { groupsFor, latestBirthday } from './rules.ts';

const sexuality = fc.constantFrom(...attributes.sexuality, null);
const person: fc.Arbitrary<Orientation> = fc.record({ gender: fc.constantFrom(...attributes.gender), sexuality });
const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

describe('the groups of a search', () => {
  it('contain exactly the compatible members', () => {
    fc.assert(
      fc.property(person, person, fc.option(fc.constantFrom(...attributes.gender)), (viewer, other, gender) => {
        const [sought = 'both', more] = gendersSoughtBy(other);
        const seeks = more ? 'both' : sought;
        const found = groupsFor(viewer, gender ?? undefined).filter(
          (group) => group.gender === other.gender && group.seeks === seeks,
        );
        expect(found).toHaveLength(
          areCompatible(viewer, other) && (gender === null || other.gender === gender) ? 1 : 0,
        );
      }),
    );
  });

  it('depend only on gender for a visitor', () => {
    expect(groupsFor(null, 'female')).toEqual(['male', 'female', 'both'].map((seeks) => ({ gender: 'female', seeks })));
    expect(groupsFor(null, undefined)).toHaveLength(6);
  });
});

describe('latestBirthday', () => {
  it('separates those who are old enough from those who are not, on every day', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2000-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, day, fc.integer({ min: 18, max: 121 }), (now, birth, years) => {
        const born = birth.toISOString().slice(0, 10);
        expect(born <= latestBirthday(years, now)).toBe(ageAt(born, now) >= years);
      }),
      { numRuns: 2_000 },
    );
  });

  it('handles the 29th of February', () => {
    expect(latestBirthday(18, new Date('2024-02-29T12:00:00Z'))).toBe('2006-02-28');
    expect(latestBirthday(20, new Date('2024-02-29T12:00:00Z'))).toBe('2004-02-29');
    expect(latestBirthday(18, new Date('2026-03-01T00:00:00Z'))).toBe('2008-03-01');
  });
});
