import { describe, expect, it } from 'vitest';

import { getPhotosMax, servingStatus } from './rules.ts';

describe('getPhotosMax', () => {
  it('is three for free members, twenty-five for premium members and fictional profiles', () => {
    expect([
      getPhotosMax({ paid: false }),
      getPhotosMax({ paid: true }),
      getPhotosMax({ paid: false, fictional: true }),
    ]).toEqual([3, 25, 25]);
  });
});

describe('servingStatus', () => {
  const photo = {
    position: 1,
    main: false,
    status: 'approved',
    checked: true,
    fictional: false,
    shown: 3,
    sight: 'full',
    forVisitors: false,
  } as const;
  const free = { own: false, paid: false, isMember: true };
  const visitor = { ...free, isMember: false };
  const premium = { ...free, paid: true };

  it('AZN-09 shows free members the main photo, and the others only blurred', () => {
    expect(servingStatus({ ...photo, main: true }, free, 'full')).toBe(200);
    expect(servingStatus(photo, free, 'blurred')).toBe(200);
    for (const variant of ['full', 'match', 'thumb'] as const) expect(servingStatus(photo, free, variant)).toBe(403);
    expect(servingStatus(photo, premium, 'full')).toBe(200);
  });

  it('shows visitors the main photo if its owner allows it, and otherwise only blurred', () => {
    const main = { ...photo, main: true };
    expect(servingStatus(main, visitor, 'blurred')).toBe(200);
    for (const variant of ['full', 'match', 'thumb'] as const) {
      expect(servingStatus(main, visitor, variant)).toBe(403);
      expect(servingStatus({ ...main, forVisitors: true }, visitor, variant)).toBe(200);
      expect(servingStatus({ ...photo, forVisitors: true }, visitor, variant)).toBe(403);
    }
  });

  it('refuses blocked viewers, and does not find photos that are hidden, rejected or beyond the limit', () => {
    expect(servingStatus({ ...photo, sight: 'blocked' }, premium, 'thumb')).toBe(403);
    expect(servingStatus({ ...photo, position: 3 }, premium, 'thumb')).toBe(404);
    expect(servingStatus({ ...photo, position: 3 }, premium, 'blurred')).toBe(404);
    expect(servingStatus({ ...photo, status: 'rejected' }, premium, 'thumb')).toBe(404);
    for (const sight of ['reduced', 'none'] as const)
      expect(servingStatus({ ...photo, sight }, premium, 'thumb')).toBe(404);
  });

  it('shows owners all of their photos', () => {
    expect(servingStatus({ ...photo, position: 9, status: 'pending' }, { ...free, own: true }, 'full')).toBe(200);
  });
});
