import type { AppContext } from '../../context.ts';

const queues = new WeakMap<AppContext, Map<string, Promise<unknown>>>();

/**
 * Runs the works of one key one after the other, in the order of their arrival, within this node. The database would
 * queue them too, but each would hold a connection while it waits: one eager member could take them all.
 */
export function inTurn<T>(context: AppContext, key: string, work: () => Promise<T>): Promise<T> {
  const lines = queues.get(context) ?? new Map<string, Promise<unknown>>();
  queues.set(context, lines);
  const before = lines.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  lines.set(key, mine);
  const leave = (): void => {
    if (lines.get(key) === mine) lines.delete(key);
  };
  mine.then(leave, leave);
  return mine;
}
