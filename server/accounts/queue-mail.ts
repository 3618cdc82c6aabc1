import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';

/** Queues a letter to a member; it exists when the transaction commits. Its token is made when it is sent. */
export async function queueMail(
  tx: Transaction,
  { context, origin }: Pick<Call, 'context' | 'origin'>,
  kind: JobPayloads['send-mail']['kind'],
  memberId: string,
): Promise<void> {
  // A configured origin is read when the mail is sent; only without one does the request say where links lead.
  const payload = { kind, member_id: memberId, ...(context.config.publicOrigin === null ? { origin } : {}) };
  await context.jobs.add(tx, 'send-mail', payload);
}
