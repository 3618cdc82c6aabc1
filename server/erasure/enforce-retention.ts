import type { AppContext } from '../context.ts';

/**
 * Deletes everything whose time is over, and logs each purge. Runs every night; one purge that fails stops no other, and
 * all are repeated.
 */
export async function enforceRetention(
  context: AppContext,
  purges: Readonly<Record<string, (context: AppContext) => Promise<void>>>,
): Promise<void> {
  let failures = 0;
  for (const [purge, run] of Object.entries(purges)) {
    try {
      await run(context);
      context.log.info({ event: 'retention.enforced', purge }, 'what is kept too long is deleted');
    } catch (error) {
      failures += 1;
      context.log.warn({ event: 'retention-failed', purge, err: (error as Error).message }, 'deleting failed');
    }
  }
  if (failures > 0) throw new Error(`${failures} purges failed`);
}
