import type { AppContext } from '../context.ts';

/** Runs and logs every purge of expired data, nightly. If some fail, the rest still run and the job is retried. */
export async function enforceRetention(context: AppContext): Promise<void> {
  let failures = 0;
  for (const [purge, run] of Object.entries(context.declared.purges)) {
    try {
      await run(context);
      context.log.info({ event: 'retention.enforced', purge }, 'what is kept too long is deleted');
    } catch (error) {
      failures += 1;
      context.log.error({ event: 'retention-failed', purge, err: (error as Error).message }, 'deleting failed');
    }
  }
  if (failures > 0) throw new Error(`${failures} purges failed`);
}
