export interface Heartbeat {
  /** Calls `beat` once per period until the returned function is called. */
  join(beat: () => void): () => void;
  stop(): void;
}

const parts = 30;

/**
 * One timer for all listeners, which are spread evenly over the period. A timer each would cost half a kilobyte, and
 * the statements of listeners that beat together can share a round trip.
 */
export function createHeartbeat(everyMs: number): Heartbeat {
  const groups = Array.from({ length: parts }, () => new Set<() => void>());
  let turn = 0;
  let joined = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % parts;
    for (const beat of groups[turn] ?? []) beat();
  }, everyMs / parts);
  return {
    join: (beat) => {
      joined += 1;
      const group = groups[joined % parts];
      group?.add(beat);
      return () => void group?.delete(beat);
    },
    stop: () => clearInterval(timer),
  };
}
