import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { moveTo, photosMaxOf, servingStatus } from './rules.ts';

describe('moveTo', () => {
  const list = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 25 });

  it('keeps every photo once and puts the moved one where it was asked to be', () => {
    fc.assert(
      fc.property(list, fc.nat(), fc.integer({ min: 0, max: 40 }), (ids, pick, position) => {
        const id = ids[pick % ids.length] as string;
        const moved = moveTo(ids, id, position);
        expect(moved.toSorted()).toEqual(ids.toSorted());
        expect(moved.indexOf(id)).toBe(Math.min(position, ids.length - 1));
      }),
    );
  });

  it('keeps the order of the others', () => {
    fc.assert(
      fc.property(list, fc.nat(), fc.nat({ max: 24 }), (ids, pick, position) => {
        const id = ids[pick % ids.length] as string;
        const others = (all: readonly string[]): string[] => all.filter((one) => one !== id);
        expect(others(moveTo(ids, id, position))).toEqual(others(ids));
      }),
    );
  });

  it('changes nothing for a photo that is not there', () => {
    expect(moveTo(['a', 'b'], 'c', 0)).toEqual(['a', 'b']);
  });
});

describe('photosMaxOf', () => {
  it('is three for free members, twenty-five for premium and for profiles of the house', () => {
    expect([
      photosMaxOf({ paid: false }),
      photosMaxOf({ paid: true }),
      photosMaxOf({ paid: false, fictional: true }),
    ]).toEqual([3, 25, 25]);
  });
});

describe('servingStatus', () => {
  const photo = { position: 1, status: 'approved', profileStatus: 'active', shown: 3, blocked: false };
  const free = { own: false, paid: false };
  const premium = { own: false, paid: true };

  it('AZN-09 gives free members the main photo and of the others only the blurred picture', () => {
    expect(servingStatus({ ...photo, position: 0 }, free, 'full')).toBe(200);
    expect(servingStatus(photo, free, 'blurred')).toBe(200);
    for (const variant of ['full', 'match', 'thumb'] as const) expect(servingStatus(photo, free, variant)).toBe(403);
    expect(servingStatus(photo, premium, 'full')).toBe(200);
  });

  it('refuses the blocked, and finds nothing that is hidden, rejected or beyond the limit', () => {
    expect(servingStatus({ ...photo, blocked: true }, premium, 'thumb')).toBe(403);
    expect(servingStatus({ ...photo, position: 3 }, premium, 'thumb')).toBe(404);
    expect(servingStatus({ ...photo, position: 3 }, premium, 'blurred')).toBe(404);
    expect(servingStatus({ ...photo, status: 'rejected' }, premium, 'thumb')).toBe(404);
    expect(servingStatus({ ...photo, profileStatus: 'hidden' }, premium, 'thumb')).toBe(404);
  });

  it('gives owners all of theirs', () => {
    expect(servingStatus({ ...photo, position: 9, status: 'pending' }, { own: true, paid: false }, 'full')).toBe(200);
  });
});
