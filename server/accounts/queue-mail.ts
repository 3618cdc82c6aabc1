import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import type { AccountMail, LetterMail } from '../platform/jobs/jobs.ts';

/** Queues an email to a member, within the transaction. Its token is created when it is sent. */
export async function queueMail(
  tx: Transaction,
  { context, origin }: Pick<Call, 'context' | 'origin'>,
  kind: AccountMail['kind'],
  memberId: string,
  options: Pick<AccountMail, 'unless_link_works'> = {},
): Promise<void> {
  await context.jobs.add(tx, 'send-mail', { kind, member_id: memberId, ...options, ...originOf(context, origin) });
}

/**
 * Queues an email of another module, within the transaction. The job names its kind and ids; what it says is loaded when
 * it is sent.
 */
export async function queueLetter(
  tx: Transaction,
  { context, origin }: Pick<Call, 'context' | 'origin'>,
  letter: Pick<LetterMail, 'kind' | 'member_id' | 'id'>,
): Promise<void> {
  await context.jobs.add(tx, 'send-mail', { ...letter, ...originOf(context, origin) });
}

/** Queues the email that tells a member what waits for them, behind those that somebody waits for. */
export async function queueNotice(
  tx: Transaction,
  { jobs }: Pick<Call['context'], 'jobs'>,
  memberId: string,
  since: Date,
): Promise<void> {
  const letter = { kind: 'notice', member_id: memberId, id: since.toISOString() } as const;
  await jobs.add(tx, 'send-mail', letter, { priority: 10 });
}

// A configured origin is read when the email is sent; only without one is the request's origin stored.
function originOf({ config }: Call['context'], origin: string): { origin?: string } {
  return config.publicOrigin === null ? { origin } : {};
}
