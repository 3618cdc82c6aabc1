import { setTimeout as wait } from 'node:timers/promises';

import type { Runner } from 'graphile-worker';

import type { Log } from '../log.ts';

const restartDelayMs = 1_000;

/**
 * Starts a job runner, and another one whenever it ends: the library's runner gives up when the database has been
 * unavailable for twenty seconds. Returns a function that stops it for good. Rejects when the first one does not start.
 */
export async function keepRunning(
  start: () => Promise<Pick<Runner, 'promise' | 'stop'>>,
  log: Pick<Log, 'error'>,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let runner = await start();
  const logError = (error: unknown): void => log.error({ err: error }, 'the job runner ended');

  const supervise = async (): Promise<void> => {
    for (;;) {
      await runner.promise.catch(logError);
      await runner.stop();
      do await wait(restartDelayMs, undefined, { signal: stopping.signal });
      while (!(await restart()));
    }
  };
  const restart = async (): Promise<boolean> => {
    try {
      runner = await start();
      // Stopped while it was starting.
      if (stopping.signal.aborted) await runner.stop();
      return true;
    } catch (error) {
      logError(error);
      return false;
    }
  };
  process.on('unhandledRejection', onUnhandledRejection);
  function onUnhandledRejection(error: unknown): void {
    // The queue does not await its own statement that marks a job as done or failed. If the database fails at that
    // moment, nothing catches the error and Node would exit. The job is released by `worker-locks.ts`.
    if (!(error instanceof Error) || !error.stack?.includes('graphile-worker')) throw error;
    log.error({ err: error }, 'the end of a job could not be stored');
  }
  // Rejects when the delay before the next runner is aborted.
  const supervised = supervise().catch(() => undefined);
  return async () => {
    stopping.abort();
    await runner.stop();
    await supervised;
    process.off('unhandledRejection', onUnhandledRejection);
  };
}
