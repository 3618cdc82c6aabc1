import { describe, expect, it } from 'vitest';

import { createWorkLimiter } from './work-limiter.ts';

describe('createWorkLimiter', () => {
  it('runs no more work at once than its units allow, in order of arrival', async () => {
    const limiter = createWorkLimiter(2, 1_000);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const work = (name: number) => () =>
      new Promise<void>((end) => {
        started.push(name);
        ends.push(end);
      });
    const all = [limiter(1, 1, work(1)), limiter(1, 1, work(2)), limiter(2, 1, work(3)), limiter(1, 1, work(4))];
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

  it('continues after work that failed', async () => {
    const limiter = createWorkLimiter(1, 10);
    await expect(limiter(1, 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limiter(1, 1, async () => 'done')).toBe('done');
  });

  it('refuses work when too many bytes wait, and accepts it again afterwards', async () => {
    const limiter = createWorkLimiter(1, 10);
    let end = (): void => undefined;
    const first = limiter(1, 10, () => new Promise<void>((done) => (end = done)));
    await Promise.resolve();
    const second = limiter(1, 6, async () => 'second');
    await expect(limiter(1, 6, async () => 'third')).rejects.toThrow('request.busy');
    end();
    await first;
    expect(await second).toBe('second');
    expect(await limiter(1, 6, async () => 'fourth')).toBe('fourth');
  });
});
