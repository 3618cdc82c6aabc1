import { expect, it } from 'vitest';

import { distanceBands } from '../../contract/geo/geo-bands.ts';
import type { Country } from '../../contract/platform/countries.ts';
import { type PlaceWords, buildCaption, distanceText, placeText } from './build-caption.ts';

const say = (id: string, values: object = {}): string => [id, ...Object.values(values)].join(' ');
const from = (own: Country | null): PlaceWords => ({ say, own, country: (code) => `<${code}>` });

it('the country is named beside the town, unless it is the viewer’s own', () => {
  expect(placeText(from('FI'), { town: 'Köln', country: 'DE' })).toBe('Köln, <DE>');
  expect(placeText(from('DE'), { town: 'Köln', country: 'DE' })).toBe('Köln');
  expect(placeText(from('FI'), { town: null, country: 'DE' })).toBe('<DE>');
  expect(placeText(from('DE'), { town: null, country: 'DE' })).toBeUndefined();
  expect(placeText(from(null), { town: 'Köln', country: 'DE' })).toBe('Köln, <DE>');
});

it('a town abroad has its country’s code on narrow pictures', () => {
  const shortPlace = (own: Country): string | undefined =>
    buildCaption(from(own), { name: 'Ida', age: 31, town: 'Köln', country: 'DE' }).shortPlace;
  expect(shortPlace('FI')).toBe('Köln, DE');
  expect(shortPlace('DE')).toBeUndefined();
});

it('a distance is a band in the viewer’s unit, and left out where the country says that it is far', () => {
  const texts = (own: Country, country: Country) =>
    distanceBands.map((distance) => distanceText(from(own), { distance, country })?.replaceAll('members.', ''));
  expect(texts('FI', 'FI')).toEqual([
    'band-under km 10',
    'band km 10 25',
    'band km 25 50',
    'band km 50 100',
    'band km 100 250',
    'band km 250 500',
    'band-over km 500',
  ]);
  expect(texts('GB', 'GB')).toEqual([
    'band-under mi 7',
    'band mi 6 16',
    'band mi 15 32',
    'band mi 31 63',
    'band mi 62 160',
    'band mi 150 320',
    'band-over mi 310',
  ]);
  expect(texts('GB', 'FR').slice(-2)).toEqual(['band mi 150 320', undefined]);
  expect(distanceText(from('FI'), { distance: null, country: 'FI' })).toBeUndefined();
});
