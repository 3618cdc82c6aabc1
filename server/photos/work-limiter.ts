import { Failure } from '../platform/failure.ts';

export interface Turns {
  /** Runs `work` when `units` are free, in the order of arrival. Throws request.busy when too much waits already. */
  take<T>(units: number, bytes: number, work: () => Promise<T>): Promise<T>;
}

/** A short queue: `units` at a time, at most `waitingBytesMax` waiting. */
export function createTurns(units: number, waitingBytesMax: number): Turns {
  let free = units;
  let waitingBytes = 0;
  const waiting: { units: number; start: () => void }[] = [];

  const admit = (): void => {
    for (let next = waiting[0]; next && next.units <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.units;
      next.start();
    }
  };

  return {
    take: async (wanted, bytes, work) => {
      if (waitingBytes + bytes > waitingBytesMax) throw new Failure('request.busy');
      waitingBytes += bytes;
      await new Promise<void>((start) => {
        waiting.push({ units: wanted, start });
        admit();
      });
      waitingBytes -= bytes;
      try {
        return await work();
      } finally {
        free += wanted;
        admit();
      }
    },
  };
}
