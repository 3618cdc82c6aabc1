import { randomInt } from 'node:crypto';

import type { AppContext } from '../context.ts';
import { after, hourMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import { importance } from '../platform/jobs/importance.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import { takeOutgoing } from './outgoing.ts';
import { findAccount } from './queries.ts';
import { queueMail } from './queue-mail.ts';

/**
 * Queues the first activation email of an account, within the transaction. While the installation's hourly budget is
 * used up, the email waits; otherwise an attacker with many networks could close the sign-up for everybody.
 */
export async function queueActivationMail(
  tx: Transaction,
  { context, origin }: Pick<Call, 'context' | 'origin'>,
  memberId: string,
): Promise<void> {
  const { waitMs } = await takeOutgoing(tx, context, 'first-activation', {});
  if (waitMs === 0) {
    await queueMail(tx, { context, origin }, 'activation', memberId);
    return;
  }
  // Spread over an hour, because thousands may wait and the budget frees one at a time.
  const runAt = after(context.clock.now(), waitMs + randomInt(hourMs));
  const payload = { member_id: memberId, origin };
  await context.jobs.add(tx, 'queue-activation-mail', payload, { runAt, priority: importance.account });
}

/** Queues an email that had to wait, unless the address was confirmed meanwhile. Runs as a job. */
export async function queueWaitingActivation(
  context: AppContext,
  { member_id: memberId, origin }: JobPayloads['queue-activation-mail'],
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const account = await tx.first(findAccount, { memberId });
    if (account && !account.confirmed) await queueActivationMail(tx, { context, origin }, memberId);
  });
}
