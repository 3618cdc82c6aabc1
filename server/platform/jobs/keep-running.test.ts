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

it('starts the next runner when one ended, also after tries that failed', async () => {
  const runners = [makeRunner(), makeRunner()];
  const said: string[] = [];
  let begun = 0;
  let again: () => void = () => undefined;
  const third = new Promise<void>((resolve) => (again = resolve));
  const close = await keepRunning(
    async () => {
      begun += 1;
      if (begun === 2) throw new Error('the database is away');
      const runner = runners.shift();
      if (!runner) throw new Error('one too many');
      if (begun === 3) again();
      else runner.end(new Error('ten failures in a row'));
      return runner;
    },
    { error: (facts: { err: Error }) => void said.push(facts.err.message) } as never,
  );
  await third;
  await close();
  expect(said).toEqual(['ten failures in a row', 'the database is away']);
  expect(begun).toBe(3);
});
