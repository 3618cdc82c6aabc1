import { Failure } from './failure.ts';

/**
 * Creates a weighted semaphore that runs work in order of arrival. `waitingMax` is in bytes, or in items of size 1.
 * Throws request.busy if more is waiting.
 */
export function createWorkLimiter(units: number, waitingMax: number) {
  let free = units;
  let waitingSize = 0;
  const waiting: { weight: number; start: () => void }[] = [];
  const startNext = (): void => {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.weight;
      next.start();
    }
  };
  return async <T>(weight: number, size: number, work: () => Promise<T>): Promise<T> => {
    if (waitingSize + size > waitingMax) throw new Failure('request.busy');
    waitingSize += size;
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startNext();
    });
    waitingSize -= size;
    try {
      return await work();
    } finally {
      free += weight;
      startNext();
    }
  };
}
