export interface LanesOptions<Job, Result> {
  /** So many works are done at the same time, at most. */
  lanes: number;
  /** So many jobs are in one work, at most. */
  most: number;
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
 * Does together what waits at the same time: while all lanes are busy, jobs gather, and the lane that is free first
 * takes them all. The price of a commit is shared by those in it, and the more jobs come the more share one; a job
 * that comes alone waits for nobody. Where a work fails as a whole, its jobs are done one by one: none of them fails
 * for another's sake.
 */
export function createLanes<Job, Result>(options: LanesOptions<Job, Result>): (job: Job) => Promise<Result> {
  const { lanes, most, keyOf, work } = options;
  let waiting: Waiting<Job, Result>[] = [];
  const busy = new Set<string>();
  let running = 0;
  let starting = false;

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

  function start(): void {
    starting = false;
    while (running < lanes) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      const keys = batch.map(({ job }) => keyOf(job));
      for (const key of keys) busy.add(key);
      running += 1;
      void settle(batch).then(() => {
        for (const key of keys) busy.delete(key);
        running -= 1;
        start();
      });
    }
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
      if (!starting) setImmediate(start);
      starting = true;
    });
}
