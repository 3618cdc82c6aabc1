import { expect, it } from 'vitest';

import { keepRunning } from './keep-running.ts';

/** A runner that the test ends. */
function makeRunner() {
  let end: (error?: Error) => void = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { promise, end, stop: async () => end() };
}

it('a job runner that ends is replaced, and a failed start is retried', async () => {
  const runners = [makeRunner(), makeRunner()];
  const logged: string[] = [];
  let started = 0;
  let again: () => void = () => undefined;
  const third = new Promise<void>((resolve) => (again = resolve));
  const close = await keepRunning(
    async () => {
      started += 1;
      if (started === 2) throw new Error('the database is unavailable');
      const runner = runners.shift();
      if (!runner) throw new Error('one too many');
      if (started === 3) again();
      else runner.end(new Error('ten failures in a row'));
      return runner;
    },
    { error: (facts: { err: Error }) => void logged.push(facts.err.message) } as never,
  );
  await third;
  await close();
  expect(logged).toEqual(['ten failures in a row', 'the database is unavailable']);
  expect(started).toBe(3);
});
