import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { attributes } from './attributes.ts';
import { type Orientation, areCompatible, gendersSoughtBy, deriveSexuality, soughtGenders } from './matching.ts';

const sexuality = fc.constantFrom(...attributes.sexuality, null);
const person: fc.Arbitrary<Orientation> = fc.record({ gender: fc.constantFrom(...attributes.gender), sexuality });

describe('two people', () => {
  it('are compatible both ways or not at all', () => {
    fc.assert(fc.property(person, person, (a, b) => areCompatible(a, b) === areCompatible(b, a)));
  });

  it('are not compatible if one has a gender that the other is not looking for', () => {
    fc.assert(fc.property(person, person, (a, b) => !areCompatible(a, b) || gendersSoughtBy(a).includes(b.gender)));
  });

  it('are matched by gender and sexuality', () => {
    const man = (value: Orientation['sexuality']): Orientation => ({ gender: 'male', sexuality: value });
    const woman = (value: Orientation['sexuality']): Orientation => ({ gender: 'female', sexuality: value });
    expect(areCompatible(man('hetero'), woman('hetero'))).toBe(true);
    expect(areCompatible(man('hetero'), man('bi'))).toBe(false);
    expect(areCompatible(man('gay'), man('gay'))).toBe(true);
    expect(areCompatible(man('gay'), man('hetero'))).toBe(false);
    expect(areCompatible(woman('lesbian'), woman('bi'))).toBe(true);
    expect(areCompatible(woman('lesbian'), woman('hetero'))).toBe(false);
    expect(areCompatible(woman('lesbian'), man('bi'))).toBe(false);
    expect(areCompatible(woman('gay'), woman('lesbian'))).toBe(true);
    expect(areCompatible(man('bi'), woman('bi'))).toBe(true);
  });

  it('look for both genders if their sexuality is unknown', () => {
    const man: Orientation = { gender: 'male', sexuality: null };
    expect(areCompatible(man, { gender: 'female', sexuality: 'hetero' })).toBe(true);
    expect(areCompatible(man, { gender: 'male', sexuality: 'gay' })).toBe(true);
    expect(areCompatible(man, { gender: 'male', sexuality: 'hetero' })).toBe(false);
  });
});

describe('the sexuality derived from a gender and the sought gender', () => {
  it.each([
    ['female', 'male', 'hetero'],
    ['male', 'female', 'hetero'],
    ['female', 'female', 'lesbian'],
    ['male', 'male', 'gay'],
    ['female', 'both', 'bi'],
    ['male', 'both', 'bi'],
  ] as const)('for a %s member who looks for %s is %s', (gender, sought, expected) => {
    expect(deriveSexuality(gender, sought)).toBe(expected);
  });

  it('leads back to the same sought genders', () => {
    for (const gender of attributes.gender)
      for (const sought of soughtGenders)
        expect(gendersSoughtBy({ gender, sexuality: deriveSexuality(gender, sought) })).toEqual(
          sought === 'both' ? attributes.gender : [sought],
        );
  });
});
