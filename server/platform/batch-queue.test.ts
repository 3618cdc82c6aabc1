import { describe, expect, it } from 'vitest';

import { createBatchQueue } from './batch-queue.ts';

interface Job {
  key: string;
  name: string;
}

/** Creates a queue whose batches run until `end` releases them; `begun` lists the names of the jobs in each batch. */
function queue(concurrency: number, { maxBatchSize = 10, minBatchSize = 1, maxWaitMs = 60_000 } = {}) {
  const begun: string[][] = [];
  const releases: ((error?: Error) => void)[] = [];
  const add = createBatchQueue<Job, string>({
    concurrency,
    maxBatchSize,
    minBatchSize,
    maxWaitMs,
    getKey: ({ key }) => key,
    work: async (jobs) => {
      begun.push(jobs.map(({ name }) => name));
      const error = await new Promise<Error | undefined>((release) => releases.push(release));
      if (error) throw error;
      return jobs.map(({ name }) =>
        name.startsWith('bad') ? { status: 'rejected', reason: name } : { status: 'fulfilled', value: name },
      );
    },
  });
  /** Ends the batch with this index, once it has begun. */
  const end = async (index: number, error?: Error): Promise<void> => {
    while (!releases[index]) await new Promise(setImmediate);
    releases[index](error);
  };
  return { add: (name: string, key = name) => add({ key, name }), begun, end };
}

describe('a batch queue', () => {
  it('runs waiting jobs as one batch and collects new ones while it runs', async () => {
    const { add, begun, end } = queue(1, { maxBatchSize: 3 });
    const first = Promise.allSettled([add('a'), add('bad b')]);
    await end(0);
    const later = Promise.all(['c', 'd', 'e', 'f'].map((name) => add(name)));
    await end(1);
    await end(2);
    expect((await first).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await later).toEqual(['c', 'd', 'e', 'f']);
    expect(begun).toEqual([['a', 'bad b'], ['c', 'd', 'e'], ['f']]);
  });

  it('runs jobs with the same key one after another, in order, while other jobs overtake them', async () => {
    const { add, begun, end } = queue(2);
    const all = Promise.all([add('a1', 'a'), add('a2', 'a'), add('b'), add('a3', 'a')]);
    for (const index of [0, 1, 2]) await end(index);
    await all;
    expect(begun).toEqual([['a1', 'b'], ['a2'], ['a3']]);
  });

  it('starts a job beside a running batch even if other jobs wait for their key', async () => {
    const { add, begun, end } = queue(2);
    const waiting = [add('a1', 'a'), add('a2', 'a'), add('a3', 'a')];
    await new Promise(setImmediate);
    const free = add('b');
    await end(1);
    expect(await free).toBe('b');
    for (const index of [0, 2, 3]) await end(index);
    await Promise.all(waiting);
    expect(begun).toEqual([['a1'], ['b'], ['a2'], ['a3']]);
  });

  it('starts a second batch only when enough jobs are waiting', async () => {
    const { add, begun, end } = queue(2, { minBatchSize: 3 });
    const first = add('a');
    await new Promise(setImmediate);
    const few = [add('b'), add('c')];
    await new Promise(setImmediate);
    expect(begun).toEqual([['a']]);
    const enough = add('d');
    await end(1);
    expect(await Promise.all([...few, enough])).toEqual(['b', 'c', 'd']);
    const late = add('e');
    await end(0);
    await end(2);
    expect(await Promise.all([first, late])).toEqual(['a', 'e']);
    expect(begun).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  });

  it('starts a small batch after the maximum wait when the running one hangs', async () => {
    const { add, begun, end } = queue(2, { minBatchSize: 3, maxWaitMs: 1 });
    const hangs = add('a');
    await new Promise(setImmediate);
    const patient = add('b');
    await end(1);
    expect(await patient).toBe('b');
    expect(begun).toEqual([['a'], ['b']]);
    await end(0);
    expect(await hangs).toBe('a');
  });

  it('runs the jobs of a failed batch one by one, so that only the bad one fails', async () => {
    const { add, begun, end } = queue(1);
    const all = Promise.allSettled([add('a'), add('b')]);
    await end(0, new Error('away'));
    await end(1, new Error('away again'));
    await end(2);
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(begun).toEqual([['a', 'b'], ['a'], ['b']]);
  });
});
