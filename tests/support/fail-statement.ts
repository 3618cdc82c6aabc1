import { vi } from 'vitest';

import type { Database } from '../../server/platform/database/database.ts';

/**
 * Makes the nth statement from now on and all later ones fail, as if the process had been killed there; a commit counts
 * as one. The returned function ends this and returns whether a statement failed.
 */
export function failStatement(database: Database, nth: number): () => boolean {
  let count = 0;
  const guard = (): void => {
    count += 1;
    if (count >= nth) throw new Error('killed');
  };
  const { transaction, all, first } = database;
  const spies = [
    vi
      .spyOn(database, 'all')
      .mockImplementation((async (...given: Parameters<typeof all>) => (guard(), all(...given))) as never),
    vi
      .spyOn(database, 'first')
      .mockImplementation((async (...given: Parameters<typeof first>) => (guard(), first(...given))) as never),
    vi.spyOn(database, 'transaction').mockImplementation(((work: (tx: object) => Promise<unknown>) =>
      transaction(async (tx) => {
        const done = await work({
          ...tx,
          all: async (...given: Parameters<typeof tx.all>) => (guard(), tx.all(...given)),
          first: async (...given: Parameters<typeof tx.first>) => (guard(), tx.first(...given)),
          run: async (...given: Parameters<typeof tx.run>) => (guard(), tx.run(...given)),
          raw: async (...given: Parameters<typeof tx.raw>) => (guard(), tx.raw(...given)),
        });
        guard();
        return done;
      })) as never),
  ];
  return () => {
    for (const spy of spies) spy.mockRestore();
    return count >= nth;
  };
}
