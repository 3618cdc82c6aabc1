import { describe, expect, it } from 'vitest';

import type { Reader } from './database.ts';
import { batchReads } from './batch-reads.ts';

const reader = {} as Reader;

describe('batched reads', () => {
  it('read the keys of one event loop turn in one statement, and give each caller its own value', async () => {
    const reads: number[][] = [];
    const double = batchReads<number, number>(async (_reader, keys) => {
      reads.push(keys);
      return keys.map((key) => (key === 2 ? undefined : key * 2));
    });
    expect(await Promise.all([1, 2, 3].map((key) => double(reader, key)))).toEqual([2, undefined, 6]);
    expect(await double(reader, 4)).toBe(8);
    expect(await Promise.all([double(reader, 5), double({} as Reader, 6)])).toEqual([10, 12]);
    expect(reads).toEqual([[1, 2, 3], [4], [5], [6]]);
  });

  it('fail for every caller of the batch, and for no later one', async () => {
    let broken = true;
    const read = batchReads<number, number>(async (_reader, keys) => {
      if (broken) throw new Error('away');
      return keys;
    });
    const both = await Promise.allSettled([read(reader, 1), read(reader, 2)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    expect(await read(reader, 3)).toBe(3);
  });
});
