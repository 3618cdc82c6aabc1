import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';

/** Queues an email to a member, within the transaction. Its token is created when it is sent. */
export async function queueMail(
  tx: Transaction,
  { context, origin }: Pick<Call, 'context' | 'origin'>,
  kind: JobPayloads['send-mail']['kind'],
  memberId: string,
  options: Pick<JobPayloads['send-mail'], 'unless_link_works'> = {},
): Promise<void> {
  // A configured origin is read when the email is sent; only without one is the request's origin stored.
  const payload = {
    kind,
    member_id: memberId,
    ...options,
    ...(context.config.publicOrigin === null ? { origin } : {}),
  };
  await context.jobs.add(tx, 'send-mail', payload);
}
