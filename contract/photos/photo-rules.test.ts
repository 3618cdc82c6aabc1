import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { moveTo } from './photo-rules.ts';

describe('moving a photo', () => {
  const list = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 25 });

  it('keeps every photo once and puts the moved photo at the requested position', () => {
    fc.assert(
      fc.property(list, fc.nat(), fc.integer({ min: 0, max: 40 }), (ids, pick, position) => {
        const id = ids[pick % ids.length] as string;
        const moved = moveTo(ids, id, position);
        expect(moved.toSorted()).toEqual(ids.toSorted());
        expect(moved.indexOf(id)).toBe(Math.min(position, ids.length - 1));
      }),
    );
  });

  it('keeps the order of the other photos', () => {
    fc.assert(
      fc.property(list, fc.nat(), fc.nat({ max: 24 }), (ids, pick, position) => {
        const id = ids[pick % ids.length] as string;
        const others = (all: readonly string[]): string[] => all.filter((one) => one !== id);
        expect(others(moveTo(ids, id, position))).toEqual(others(ids));
      }),
    );
  });

  it('stops at both ends', () => {
    expect(moveTo(['a', 'b', 'c'], 'b', -5)).toEqual(['b', 'a', 'c']);
    expect(moveTo(['a', 'b', 'c'], 'b', 99)).toEqual(['a', 'c', 'b']);
  });

  it('changes nothing if the photo is not in the list', () => {
    expect(moveTo(['a', 'b'], 'c', 0)).toEqual(['a', 'b']);
  });
});
