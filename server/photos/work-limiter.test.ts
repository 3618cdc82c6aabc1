import { describe, expect, it } from 'vitest';

import { createTurns } from './turns.ts';

describe('createTurns', () => {
  it('lets no more in at once than there are units, in the order of arrival', async () => {
    const turns = createTurns(2, 1_000);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const work = (name: number) => () =>
      new Promise<void>((end) => {
        started.push(name);
        ends.push(end);
      });
    const all = [
      turns.take(1, 1, work(1)),
      turns.take(1, 1, work(2)),
      turns.take(2, 1, work(3)),
      turns.take(1, 1, work(4)),
    ];
    await Promise.resolve();
    await Promise.resolve();
    expect(started).toEqual([1, 2]);
    ends[0]?.();
    await all[0];
    expect(started).toEqual([1, 2]);
    ends[1]?.();
    await all[1];
    expect(started).toEqual([1, 2, 3]);
    ends[2]?.();
    await all[2];
    expect(started).toEqual([1, 2, 3, 4]);
    ends[3]?.();
    await all[3];
  });

  it('goes on after work that failed', async () => {
    const turns = createTurns(1, 10);
    await expect(turns.take(1, 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.take(1, 1, async () => 'done')).toBe('done');
  });

  it('refuses when too much waits, and takes more once that is gone', async () => {
    const turns = createTurns(1, 10);
    let end = (): void => undefined;
    const first = turns.take(1, 10, () => new Promise<void>((done) => (end = done)));
    await Promise.resolve();
    const second = turns.take(1, 6, async () => 'second');
    await expect(turns.take(1, 6, async () => 'third')).rejects.toThrow('request.busy');
    end();
    await first;
    expect(await second).toBe('second');
    expect(await turns.take(1, 6, async () => 'fourth')).toBe('fourth');
  });
});
