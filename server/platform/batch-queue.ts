export interface LanesOptions<Job, Result> {
  /** So many works are done at the same time, at most. */
  lanes: number;
  /** So many jobs are in one work, at most. */
  most: number;
  /** Beside a work that is under way the next one begins when so many jobs wait. */
  worth: number;
  /** It begins without them when jobs have waited for so many milliseconds: a work that hangs holds up no other. */
  patienceMs: number;
  /** Jobs of one key are never done at the same time, nor in another order than they came. */
  keyOf(job: Job): string;
  /** Does jobs of different keys together; tells what became of each, in their order, or fails having done nothing. */
  work(jobs: Job[]): Promise<PromiseSettledResult<Result>[]>;
}

interface Waiting<Job, Result> {
  job: Job;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Does together what waits at the same time. A job that finds nothing under way begins at once; while a work is under
 * way jobs gather, and its end takes them all. A further lane opens only when many wait: most of what a work costs it
 * costs once, so that two small ones side by side are slower than one. The more jobs come, the more share a commit.
 * Where a work fails as a whole, its jobs are done one by one: none of them fails for another's sake.
 */
export function createLanes<Job, Result>(options: LanesOptions<Job, Result>): (job: Job) => Promise<Result> {
  const { lanes, most, worth, patienceMs, keyOf, work } = options;
  let waiting: Waiting<Job, Result>[] = [];
  const busy = new Set<string>();
  let running = 0;
  let starting = false;
  let patience: NodeJS.Timeout | undefined;

  function takeBatch(): Waiting<Job, Result>[] {
    const batch: Waiting<Job, Result>[] = [];
    const left: Waiting<Job, Result>[] = [];
    const keys = new Set(busy);
    for (const entry of waiting) {
      const key = keyOf(entry.job);
      if (batch.length < most && !keys.has(key)) batch.push(entry);
      else left.push(entry);
      keys.add(key);
    }
    waiting = left;
    return batch;
  }

  function start(enough = worth): void {
    while (running < lanes && (running === 0 || waiting.length >= enough)) {
      const batch = takeBatch();
      if (batch.length === 0) break;
      const keys = batch.map(({ job }) => keyOf(job));
      for (const key of keys) busy.add(key);
      running += 1;
      void settle(batch).then(() => {
        for (const key of keys) busy.delete(key);
        running -= 1;
        start();
      });
    }
    runPatience();
  }

  /** As long as jobs are left waiting, their patience runs. */
  function runPatience(): void {
    if (waiting.length === 0) {
      clearTimeout(patience);
      patience = undefined;
    } else
      patience ??= setTimeout(() => {
        patience = undefined;
        start(1);
      }, patienceMs);
  }

  function begin(): void {
    starting = false;
    start();
  }

  async function settle(batch: Waiting<Job, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ job }) => job));
      for (const [index, entry] of batch.entries()) {
        const result = results[index];
        if (result?.status === 'fulfilled') entry.resolve(result.value);
        else entry.reject(result?.reason);
      }
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const entry of batch) await settle([entry]);
    }
  }

  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ job, resolve, reject });
      // Not before what else came in this turn of the event loop is here too.
      if (!starting) setImmediate(begin);
      starting = true;
    });
}
