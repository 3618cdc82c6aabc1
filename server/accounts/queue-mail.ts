import type { DigestKind } from '../../contract/notification-rules.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import type { AccountMail, LetterMail } from '../platform/jobs/jobs.ts';

/** What is sent first when many e-mails wait, by the numbers of the job queue: the account, what somebody bought or complained of, notices. */
const importance = { letter: 2, notice: 10, many: 20 };

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
  await context.jobs.add(tx, 'send-mail', { ...letter, ...originOf(context, origin) }, { priority: importance.letter });
}

/**
 * Queues the email that tells a member what waits for them, behind those that somebody waits for. One at most waits: it
 * says what is true when it is sent.
 */
export async function queueNotice(
  tx: Transaction,
  { jobs }: Pick<Call['context'], 'jobs'>,
  memberId: string,
  since: Date,
): Promise<void> {
  const letter = { kind: 'notice', member_id: memberId, id: since.toISOString() } as const;
  await jobs.add(tx, 'send-mail', letter, { priority: importance.notice, key: `notice ${memberId}`, once: true });
}

/**
 * Queues one e-mail to each of many, behind everything else; again with `runAt` where it came too late in the evening. `id`
 * is what it is about.
 */
export async function queueMany(
  tx: Transaction,
  jobs: Call['context']['jobs'],
  { kind, id, memberIds, runAt }: Many,
): Promise<void> {
  const options = { priority: importance.many, ...(runAt && { runAt }) };
  const wanted = memberIds.map((memberId) => {
    return { payload: { kind, member_id: memberId, id }, key: `${kind} ${id} ${memberId}` };
  });
  await jobs.addAll(tx, 'send-mail', wanted, options);
}

interface Many {
  kind: DigestKind | 'terms-change';
  id: string;
  memberIds: readonly string[];
  runAt?: Date;
}

/**
 * What a job keeps of the origin of links. A configured one is read when the email is sent; only without one is the
 * request's kept.
 */
export function originOf({ config }: Call['context'], origin: string): { origin?: string } {
  return config.publicOrigin === null ? { origin } : {};
}
