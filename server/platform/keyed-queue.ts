const running = new Map<string, Promise<unknown>>();

/**
 * Runs work of one name one after the other in this process. Right passwords that come at once from many tabs each
 * hold an attempt while they are checked; queued, they never use up the few that wrong ones are allowed.
 */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  running.set(name, settled);
  try {
    return await mine;
  } finally {
    if (running.get(name) === settled) running.delete(name);
  }
}
