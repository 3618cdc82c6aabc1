import { expect, it } from 'vitest';

import { visibleFrom } from './rules.ts';

it('the history that a member sees starts after deleted messages, and without premium at the latest twenty', () => {
  const cases = [
    [{ cleared_seq: 0, last_seq: 20 }, false, { floor: 0, hidden: false }],
    [{ cleared_seq: 0, last_seq: 21 }, false, { floor: 1, hidden: true }],
    [{ cleared_seq: 15, last_seq: 30 }, false, { floor: 15, hidden: false }],
    [{ cleared_seq: 5, last_seq: 30 }, false, { floor: 10, hidden: true }],
    [{ cleared_seq: 0, last_seq: 900 }, true, { floor: 0, hidden: false }],
    [{ cleared_seq: 7, last_seq: 900 }, true, { floor: 7, hidden: false }],
  ] as const;
  for (const [side, paid, seen] of cases) expect([side, visibleFrom(side, paid)]).toEqual([side, seen]);
});
