import { setTimeout as wait } from 'node:timers/promises';

import type { Runner } from 'graphile-worker';

import type { Log } from '../log.ts';

const pauseMs = 1_000;

/**
 * Starts a runner of jobs and starts the next one whenever it ends: it gives up when the database was away for twenty
 * seconds. Returns what ends it for good. Rejects when the first one does not start.
 */
export async function keepRunning(
  begin: () => Promise<Pick<Runner, 'promise' | 'stop'>>,
  log: Pick<Log, 'error'>,
): Promise<() => Promise<void>> {
  const life = new AbortController();
  let runner = await begin();
  const noteError = (error: unknown): void => log.error({ err: error }, 'the runner of jobs ended');

  const tend = async (): Promise<void> => {
    for (;;) {
      await runner.promise.catch(noteError);
      await runner.stop();
      do await wait(pauseMs, undefined, { signal: life.signal });
      while (!(await restart()));
    }
  };
  const restart = async (): Promise<boolean> => {
    try {
      runner = await begin();
      // Closed while it started.
      if (life.signal.aborted) await runner.stop();
      return true;
    } catch (error) {
      noteError(error);
      return false;
    }
  };
  process.on('unhandledRejection', hear);
  function hear(error: unknown): void {
    // The queue does not wait for its own notes that a job is done or failed: where the database is lost just then, the
    // error reaches nobody, and Node would end the process. Who owns the job frees it soon.
    if (!(error instanceof Error) || !error.stack?.includes('graphile-worker')) throw error;
    log.error({ err: error }, 'the end of a job was not noted');
  }
  // Ends when the pause before the next runner is given up.
  const tended = tend().catch(() => undefined);
  return async () => {
    life.abort();
    await runner.stop();
    await tended;
    process.off('unhandledRejection', hear);
  };
}
