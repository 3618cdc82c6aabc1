import { Failure } from '../platform/failure.ts';

export interface WorkLimiter {
  /** Runs `work` once `weight` units are free, in order of arrival. Throws request.busy when too many bytes wait already. */
  run<T>(weight: number, bytes: number, work: () => Promise<T>): Promise<T>;
}

/** A weighted semaphore with `units` units and at most `waitingBytesMax` bytes of uploads waiting for it. */
export function createWorkLimiter(units: number, waitingBytesMax: number): WorkLimiter {
  let free = units;
  let waitingBytes = 0;
  const waiting: { weight: number; start: () => void }[] = [];

  const startNext = (): void => {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.weight;
      next.start();
    }
  };

  return {
    run: async (weight, bytes, work) => {
      if (waitingBytes + bytes > waitingBytesMax) throw new Failure('request.busy');
      waitingBytes += bytes;
      await new Promise<void>((start) => {
        waiting.push({ weight, start });
        startNext();
      });
      waitingBytes -= bytes;
      try {
        return await work();
      } finally {
        free += weight;
        startNext();
      }
    },
  };
}
