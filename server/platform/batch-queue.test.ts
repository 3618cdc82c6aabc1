import { describe, expect, it } from 'vitest';

import { createLanes } from './batch-queue.ts';

interface Job {
  key: string;
  name: string;
}

/** Works that wait until they are let go; `begun` has the names of the jobs in each. */
function lanes(count: number, { most = 10, worth = 1, patienceMs = 60_000 } = {}) {
  const begun: string[][] = [];
  const doors: ((error?: Error) => void)[] = [];
  const add = createLanes<Job, string>({
    lanes: count,
    most,
    worth,
    patienceMs,
    keyOf: ({ key }) => key,
    work: async (jobs) => {
      begun.push(jobs.map(({ name }) => name));
      const error = await new Promise<Error | undefined>((open) => doors.push(open));
      if (error) throw error;
      return jobs.map(({ name }) =>
        name.startsWith('bad') ? { status: 'rejected', reason: name } : { status: 'fulfilled', value: name },
      );
    },
  });
  /** Lets the n-th work end, once it has begun. */
  const end = async (index: number, error?: Error): Promise<void> => {
    while (!doors[index]) await new Promise(setImmediate);
    doors[index](error);
  };
  return { add: (name: string, key = name) => add({ key, name }), begun, end };
}

describe('jobs that wait at the same time', () => {
  it('are done together, and while the lanes are busy the next ones gather', async () => {
    const { add, begun, end } = lanes(1, { most: 3 });
    const first = Promise.allSettled([add('a'), add('bad b')]);
    await end(0);
    const later = Promise.all(['c', 'd', 'e', 'f'].map((name) => add(name)));
    await end(1);
    await end(2);
    expect((await first).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await later).toEqual(['c', 'd', 'e', 'f']);
    expect(begun).toEqual([['a', 'bad b'], ['c', 'd', 'e'], ['f']]);
  });

  it('of one key are done one after the other, in the order in which they came, while others pass', async () => {
    const { add, begun, end } = lanes(2);
    const all = Promise.all([add('a1', 'a'), add('a2', 'a'), add('b'), add('a3', 'a')]);
    for (const index of [0, 1, 2]) await end(index);
    await all;
    expect(begun).toEqual([['a1', 'b'], ['a2'], ['a3']]);
  });

  it('begin in a free lane although others wait for their key', async () => {
    const { add, begun, end } = lanes(2);
    const waiting = [add('a1', 'a'), add('a2', 'a'), add('a3', 'a')];
    await new Promise(setImmediate);
    const free = add('b');
    await end(1);
    expect(await free).toBe('b');
    for (const index of [0, 2, 3]) await end(index);
    await Promise.all(waiting);
    expect(begun).toEqual([['a1'], ['b'], ['a2'], ['a3']]);
  });

  it('gather beside a work that is under way until they are worth another', async () => {
    const { add, begun, end } = lanes(2, { worth: 3 });
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

  it('do not wait for ever behind a work that hangs', async () => {
    const { add, begun, end } = lanes(2, { worth: 3, patienceMs: 1 });
    const hangs = add('a');
    await new Promise(setImmediate);
    const patient = add('b');
    await end(1);
    expect(await patient).toBe('b');
    expect(begun).toEqual([['a'], ['b']]);
    await end(0);
    expect(await hangs).toBe('a');
  });

  it('are done one by one where together they fail: only the broken one stays broken', async () => {
    const { add, begun, end } = lanes(1);
    const all = Promise.allSettled([add('a'), add('b')]);
    await end(0, new Error('away'));
    await end(1, new Error('away again'));
    await end(2);
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(begun).toEqual([['a', 'b'], ['a'], ['b']]);
  });
});
