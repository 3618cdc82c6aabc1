import { expect, it } from 'vitest';

import { attributes } from './attributes.ts';
import { type Orientation, gendersSoughtBy, deriveSexuality, soughtGenders } from './matching.ts';
import { areCompatible } from '../../tests/support/are-compatible.ts';

it('two people are matched by gender and sexuality, which count as both genders if unknown', () => {
  const man = (sexuality: Orientation['sexuality']) => ({ gender: 'male', sexuality }) as const;
  const woman = (sexuality: Orientation['sexuality']) => ({ gender: 'female', sexuality }) as const;
  const cases: [Orientation, Orientation, boolean][] = [
    [man('hetero'), woman('hetero'), true],
    [man('hetero'), man('bi'), false],
    [man('gay'), man('gay'), true],
    [man('gay'), man('hetero'), false],
    [woman('lesbian'), woman('bi'), true],
    [woman('lesbian'), woman('hetero'), false],
    [woman('lesbian'), man('bi'), false],
    [woman('gay'), woman('lesbian'), true],
    [man('bi'), woman('bi'), true],
    [man(null), woman('hetero'), true],
    [man(null), man('gay'), true],
    [man(null), man('hetero'), false],
  ];
  for (const [a, b, match] of cases)
    expect([a, b, areCompatible(a, b), areCompatible(b, a)]).toEqual([a, b, match, match]);
});

it('the sexuality derived from a gender and the sought gender leads back to the same sought genders', () => {
  const derived = attributes.gender.flatMap((gender) =>
    soughtGenders.map((sought) => {
      const sexuality = deriveSexuality(gender, sought);
      expect(gendersSoughtBy({ gender, sexuality })).toEqual(sought === 'both' ? attributes.gender : [sought]);
      return `${gender} ${sought} ${sexuality}`;
    }),
  );
  expect(derived).toEqual([
    'male female hetero',
    'male male gay',
    'male both bi',
    'female female lesbian',
    'female male hetero',
    'female both bi',
  ]);
});
