import type { Clock } from '../../server/platform/clock.ts';

/** Creates a clock that goes on from `start`, and that a test moves. */
export function movableClock(start = new Date()): Clock & { move(milliseconds: number): void; set(date: Date): void } {
  let offset = start.getTime() - Date.now();
  return {
    now: () => new Date(Date.now() + offset),
    move: (milliseconds) => {
      offset += milliseconds;
    },
    set: (date) => {
      offset = date.getTime() - Date.now();
    },
  };
}
