import { describe, expect, it } from 'vitest';

import { readDay, readTime } from './command.ts';

describe('a command', () => {
  it('reads days that a calendar has, in one notation', () => {
    expect(readDay('2026-12-31')?.toISOString()).toBe('2026-12-31T00:00:00.000Z');
    expect(readDay('2028-02-29')?.toISOString()).toBe('2028-02-29T00:00:00.000Z');
    const others = ['2026-02-29', '2026-02-30', '2026-13-01', '2026-1-1', '2026', '12/31/2026', '31 Dec 2026', ''];
    for (const text of [...others, '2026-12-31 ', '2026-12-31T00:00Z'])
      expect([text, readDay(text)]).toEqual([text, null]);
  });

  it('reads times that name their offset from UTC', () => {
    expect(readTime('2026-12-31T23:00:00Z')?.toISOString()).toBe('2026-12-31T23:00:00.000Z');
    expect(readTime('2026-12-31T23:00+01:00')?.toISOString()).toBe('2026-12-31T22:00:00.000Z');
    expect(readTime('2026-12-31T23:00:00.5Z')?.toISOString()).toBe('2026-12-31T23:00:00.500Z');
    const others = ['2026-12-31T23:00', '2026-02-30T23:00Z', '2026-12-31T25:00Z', '2026-12-31', 'now'];
    for (const text of [...others, '2026-12-31 23:00Z']) expect([text, readTime(text)]).toEqual([text, null]);
  });
});
