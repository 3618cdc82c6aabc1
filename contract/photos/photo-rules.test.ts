import fc from 'fast-check';
import { expect, it } from 'vitest';

import { moveTo } from './photo-rules.ts';

it('moving a photo puts it at the requested position, and keeps the order of the others', () => {
  const list = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(list, fc.nat(), fc.integer({ min: -5, max: 40 }), (ids, pick, position) => {
      const id = ids[pick % ids.length] as string;
      const moved = moveTo(ids, id, position);
      const others = (all: readonly string[]): string[] => all.filter((one) => one !== id);
      expect(others(moved)).toEqual(others(ids));
      expect(moved).toHaveLength(ids.length);
      expect(moved.indexOf(id)).toBe(Math.max(0, Math.min(position, ids.length - 1)));
      expect(moveTo(ids, 'not in the list', position)).toEqual(ids);
    }),
  );
});
