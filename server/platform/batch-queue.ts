export interface BatchQueueOptions<Job, Result> {
  concurrency: number;
  maxBatchSize: number;
  /** While a batch is running, another one starts once this many jobs are waiting. */
  minBatchSize: number;
  /** A batch starts with fewer jobs when one has waited this long, so that a hanging batch cannot block the queue. */
  maxWaitMs: number;
  /** Jobs with the same key never run at the same time, and run in the order in which they were added. */
  getKey(job: Job): string;
  /**
   * Runs jobs with distinct keys and returns one result per job, in order. If it rejects, its jobs run again one by
   * one, even if the work was done: a second run must change nothing more. Messages have idempotency keys for this.
   */
  work(jobs: Job[]): Promise<PromiseSettledResult<Result>[]>;
}

interface Entry<Job, Result> {
  job: Job;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Runs jobs that wait at the same time as one batch. A job starts at once when nothing is running; otherwise jobs
 * collect until the running batch ends. A second batch runs beside it only when many jobs are waiting: most of the cost
 * is fixed, so two small ones are slower. When a batch fails as a whole, its jobs are run one by one, so that one bad
 * job fails alone.
 */
export function createBatchQueue<Job, Result>(options: BatchQueueOptions<Job, Result>): (job: Job) => Promise<Result> {
  const { concurrency, maxBatchSize, minBatchSize, maxWaitMs, getKey, work } = options;
  let waiting: Entry<Job, Result>[] = [];
  const busyKeys = new Set<string>();
  let running = 0;
  let scheduled = false;
  let maxWaitTimer: NodeJS.Timeout | undefined;

  function removeBatch(): Entry<Job, Result>[] {
    const batch: Entry<Job, Result>[] = [];
    const rest: Entry<Job, Result>[] = [];
    const blockedKeys = new Set(busyKeys);
    for (const entry of waiting) {
      const key = getKey(entry.job);
      if (batch.length < maxBatchSize && !blockedKeys.has(key)) batch.push(entry);
      else rest.push(entry);
      blockedKeys.add(key);
    }
    waiting = rest;
    return batch;
  }

  function startBatches(enough = minBatchSize): void {
    while (running < concurrency && (running === 0 || waiting.length >= enough)) {
      const batch = removeBatch();
      if (batch.length === 0) break;
      const keys = batch.map(({ job }) => getKey(job));
      for (const key of keys) busyKeys.add(key);
      running += 1;
      void runBatch(batch).then(() => {
        for (const key of keys) busyKeys.delete(key);
        running -= 1;
        startBatches();
      });
    }
    updateMaxWaitTimer();
  }

  function updateMaxWaitTimer(): void {
    if (waiting.length === 0) {
      clearTimeout(maxWaitTimer);
      maxWaitTimer = undefined;
    } else
      maxWaitTimer ??= setTimeout(() => {
        maxWaitTimer = undefined;
        startBatches(1);
      }, maxWaitMs);
  }

  async function runBatch(batch: Entry<Job, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ job }) => job));
      for (const [index, entry] of batch.entries()) {
        const result = results[index];
        if (result?.status === 'fulfilled') entry.resolve(result.value);
        else entry.reject(result?.reason);
      }
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const entry of batch) await runBatch([entry]);
    }
  }

  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ job, resolve, reject });
      // Deferred, so that everything added in this turn of the event loop shares the batch.
      if (!scheduled)
        setImmediate(() => {
          scheduled = false;
          startBatches();
        });
      scheduled = true;
    });
}
