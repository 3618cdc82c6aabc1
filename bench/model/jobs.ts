import type { AppContext } from '../../server/context.ts';
import { jobHandlers } from '../../server/jobs.ts';
import { ProviderFault } from '../../server/payments/provider.ts';
import type { JobHandlers, JobName, JobPayloads, JobRun, Jobs as Queue } from '../../server/platform/jobs/jobs.ts';

type Job = { [Name in JobName]: { name: Name; payload: JobPayloads[Name] } }[JobName];

/** Jobs that one member's movements add after their commits. They run only on demand. */
export interface Jobs {
  add: Queue['add'];
  /** Runs all waiting jobs, also those added meanwhile: each `times` times in parallel, last first if `reversed`. */
  run(options?: { times?: number; reversed?: boolean }): Promise<void>;
  /** The code in the last waiting text message. */
  readCode(): Promise<string>;
}

/** Emails change no books. */
const ignored: ReadonlySet<JobName> = new Set(['send-mail']);

export function createModelJobs(context: AppContext): Jobs {
  let waiting: Job[] = [];
  const texts: string[] = [];
  context.sms = { send: async ({ text }) => void texts.push(text) };
  const handlers: JobHandlers = jobHandlers(context);
  const run = async (job: Job, id: string): Promise<void> => {
    const handle = handlers[job.name] as (payload: Job['payload'], run: JobRun) => Promise<void>;
    try {
      await handle(job.payload, { job: { id, created_at: context.clock.now() } });
    } catch (error) {
      // The queue retries the job.
      if (!(error instanceof ProviderFault)) throw error;
      waiting.push(job);
    }
  };
  return {
    add: async (tx, name, payload) => {
      if (!ignored.has(name)) tx.afterCommit(() => void waiting.push({ name, payload } as Job));
    },
    run: async ({ times = 1, reversed = false } = {}) => {
      while (waiting.length > 0) {
        const now = reversed ? waiting.toReversed() : waiting;
        waiting = [];
        for (const [index, job] of now.entries())
          await Promise.all(Array.from({ length: times }, () => run(job, `${index}`)));
      }
    },
    readCode: async () => {
      const codes = waiting.filter(({ name }) => name === 'send-debit-code');
      waiting = waiting.filter((job) => !codes.includes(job));
      for (const job of codes) await run(job, 'text');
      const code = /\b\d{6}\b/.exec(texts.at(-1) ?? '')?.[0];
      if (code === undefined) throw new Error('no text message has a code');
      return code;
    },
  };
}
