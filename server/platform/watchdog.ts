import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** How long the event loop may stand still. Nothing that the program does by itself holds it for a second. */
const standstillMs = 10_000;
const beatsPerStandstill = 10;

/**
 * Watches the event loop from a thread of its own. When it has stood still for `limitMs`, the thread logs where it stands
 * and kills the process: its supervisor starts another, and what stopped it costs seconds. A process that a debugger may
 * hold is left alone.
 */
export function startWatchdog(limitMs = standstillMs): void {
  const beats = new Int32Array(new SharedArrayBuffer(8));
  const everyMs = limitMs / beatsPerStandstill;
  const beat = (): void => {
    Atomics.store(beats, 1, url() === undefined ? 0 : 1);
    Atomics.add(beats, 0, 1);
  };
  beat();
  setInterval(beat, everyMs).unref();
  const workerData: Watch = { beats, everyMs, beatsMissed: beatsPerStandstill };
  new Worker(new URL('./watchdog-thread.js', import.meta.url), { workerData, execArgv: [] }).unref();
}

/** What the thread is given: the beats of the event loop with the mark of a debugger, and how many it may miss. */
export interface Watch {
  beats: Int32Array;
  everyMs: number;
  beatsMissed: number;
}
