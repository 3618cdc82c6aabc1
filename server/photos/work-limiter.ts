import { Failure } from '../platform/failure.ts';

export interface WorkLimiter {
  /** Runs `work` once `weight` units are free, in order of arrival. Throws request.busy if too much is waiting. */
  run<T>(weight: number, size: number, work: () => Promise<T>): Promise<T>;
}

/** A weighted semaphore with `units` units. At most `waitingMax` may wait, in bytes or in items of size 1. */
export function createWorkLimiter(units: number, waitingMax: number): WorkLimiter {
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

  return {
    run: async (weight, size, work) => {
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
    },
  };
}
