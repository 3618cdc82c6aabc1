import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** How long the event loop may stand still. Nothing that the program does holds it for a second. */
const standstillMs = 10_000;
const beatsPerStandstill = 10;

/**
 * Starts a thread that logs the stack and kills the process when the event loop has stood still for `limitMs`, so that
 * a stall costs seconds. A process with a debugger is left alone.
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

/** Data for the thread: the beats of the event loop with the mark of a debugger, and how many it may miss. */
export interface Watch {
  beats: Int32Array;
  everyMs: number;
  beatsMissed: number;
}
