import { liftBan } from '../accounts/ban-member.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { holdMeasure } from './hold-measure.ts';
import { endMeasure, findLastingBan, listEnding } from './queries.ts';

const pageSize = 100;

/** Ends expired bans. One that fails is logged and left for the next run. Runs every minute. */
export async function endMeasures(context: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const { database, clock, log } = context;
  const but: string[] = [];
  for (;;) {
    const now = clock.now();
    const rows = await database.all(listEnding, { now, but, limit: pageSize });
    for (const { number } of rows)
      await database
        .transaction((tx) => endOne(tx, number, now))
        .catch((error: unknown) => {
          but.push(number);
          log.error({ event: 'measure-not-ended', number, err: error }, 'a measure could not be ended');
        });
    if (rows.length < pageSize) return;
  }
}

/** Does nothing if the measure was taken back or another run was faster. */
async function endOne(tx: Transaction, number: string, now: Date): Promise<void> {
  const measure = await holdMeasure(tx, number);
  if (!measure || (await tx.run(endMeasure, { number, now })) === 0) return;
  await openUnlessBanned(tx, measure.member_id);
}

/** Reopens an account unless another ban stands. */
export async function openUnlessBanned(tx: Transaction, memberId: string): Promise<void> {
  if (!(await tx.first(findLastingBan, { memberId }))) await liftBan(tx, memberId);
}
