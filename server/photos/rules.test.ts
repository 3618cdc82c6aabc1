import { expect, it } from 'vitest';

import { getPhotosMax, servingStatus, variants } from './rules.ts';

it('the number of shown photos is three for free members, twenty-five for premium and fictional ones', () => {
  const members = [{ paid: false }, { paid: true }, { paid: false, fictional: true }];
  expect(members.map(getPhotosMax)).toEqual([3, 25, 25]);
});

it('AZN-09 a picture is served by its place, its owner’s visibility and the viewer’s membership', () => {
  const facts = { position: 1, main: false, status: 'approved', checked: true, fictional: false, shown: 3 };
  const photo = { ...facts, sight: 'full', forVisitors: false } as const;
  const main = { ...photo, main: true };
  const free = { own: false, paid: false, isMember: true };
  const visitor = { ...free, isMember: false };
  const premium = { ...free, paid: true };
  /** The statuses of full, match, thumb and blurred. */
  const cases: [string, Parameters<typeof servingStatus>[0], typeof free, string][] = [
    ['the main photo for a free member', main, free, '200 200 200 200'],
    ['another photo for a free member', photo, free, '403 403 403 200'],
    ['another photo for a premium member', photo, premium, '200 200 200 200'],
    ['the main photo for a visitor', main, visitor, '403 403 403 200'],
    ['a main photo that its owner shows to visitors', { ...main, forVisitors: true }, visitor, '200 200 200 200'],
    ['another photo of that owner for a visitor', { ...photo, forVisitors: true }, visitor, '403 403 403 200'],
    ['a photo of a blocking member', { ...photo, sight: 'blocked' }, premium, '403 403 403 403'],
    ['a photo beyond the limit', { ...photo, position: 3 }, premium, '404 404 404 404'],
    ['a rejected photo', { ...photo, status: 'rejected' }, premium, '404 404 404 404'],
    ['a photo of a member seen reduced', { ...photo, sight: 'reduced' }, premium, '404 404 404 404'],
    ['a photo of an unknown member', { ...photo, sight: 'none' }, premium, '404 404 404 404'],
    ['an own photo', { ...photo, position: 9, status: 'pending' }, { ...free, own: true }, '200 200 200 200'],
  ];
  for (const [what, given, viewer, statuses] of cases)
    expect([what, variants.map((variant) => servingStatus(given, viewer, variant)).join(' ')]).toEqual([
      what,
      statuses,
    ]);
});
