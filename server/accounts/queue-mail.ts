import type { DigestKind } from '../../contract/notifications/notification-rules.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import { importance } from '../platform/jobs/importance.ts';
import type { AccountMail, LetterMail } from '../platform/jobs/jobs.ts';
import { takeOutgoing } from './outgoing.ts';
import { findAccount } from './queries.ts';

/**
 * Rules for some kinds. `first`: letters as urgent as account emails, because the time to undo a change of address is
 * short. `owner`: tells an account's owner what was done in it. While the address is not confirmed, the owner may be a
 * stranger, who must not be flooded. `counted`: emails that the account's holder needs and can have repeated; to an
 * unconfirmed address, they count against the mailbox's limit.
 */
const ways: Partial<Record<AccountMail['kind'] | LetterMail['kind'], 'first' | 'owner' | 'counted'>> = {
  'mail-change': 'first',
  'mail-change-taken': 'first',
  'mail-changed': 'first',
  'password-changed': 'owner',
  'passkey-added': 'owner',
  'passkey-removed': 'owner',
  'complaint-received': 'owner',
  'complaint-answered': 'owner',
  'complaint-closed': 'owner',
  'export-ready': 'owner',
  leaving: 'counted',
  'transfer-instructions': 'counted',
};

/**
 * Whether to drop an email to a possible stranger. Callers are not told, or they would learn how much a mailbox got.
 */
async function isUnwanted(
  tx: Transaction,
  context: AppContext,
  { kind, member_id: memberId }: Pick<AccountMail | LetterMail, 'kind' | 'member_id'>,
): Promise<boolean> {
  const way = ways[kind];
  if (memberId === null || (way !== 'owner' && way !== 'counted')) return false;
  const account = await tx.first(findAccount, { memberId });
  if (!account || account.confirmed) return false;
  return way === 'owner' || (await takeOutgoing(tx, context, 'unconfirmed', { receiver: account.email })).waitMs > 0;
}

/** Queues an account email, within the transaction. The token is created when the email is sent. */
export async function queueMail(
  tx: Transaction,
  { context, origin }: Pick<Call, 'context' | 'origin'>,
  kind: AccountMail['kind'],
  memberId: string,
  options: Pick<AccountMail, 'unless_link_works'> = {},
): Promise<void> {
  if (await isUnwanted(tx, context, { kind, member_id: memberId })) return;
  const mail = { kind, member_id: memberId, ...options, ...getJobOrigin(context, origin) };
  await context.jobs.add(tx, 'send-mail', mail, { priority: importance.account });
}

/** Queues another module's email, within the transaction. The job names kind and ids; the content loads on sending. */
export async function queueLetter(
  tx: Transaction,
  { context, origin }: Pick<Call, 'context' | 'origin'>,
  letter: Pick<LetterMail, 'kind' | 'member_id' | 'id'>,
): Promise<void> {
  if (await isUnwanted(tx, context, letter)) return;
  const priority = ways[letter.kind] === 'first' ? importance.account : importance.letter;
  await context.jobs.add(tx, 'send-mail', { ...letter, ...getJobOrigin(context, origin) }, { priority });
}

/** Queues a notice, behind account emails. At most one per member is queued; its content loads on sending. */
export async function queueNotice(
  tx: Transaction,
  { jobs }: Pick<Call['context'], 'jobs'>,
  memberId: string,
  queuedAt: Date,
): Promise<void> {
  const letter = { kind: 'notice', member_id: memberId, id: queuedAt.toISOString() } as const;
  await jobs.add(tx, 'send-mail', letter, { priority: importance.notice, key: `notice ${memberId}`, once: true });
}

/** Queues one email to each of many members, at `runAt` if given. `id` names the subject. */
export async function queueMany(
  tx: Transaction,
  jobs: Call['context']['jobs'],
  { kind, id, memberIds, runAt }: Many,
): Promise<void> {
  const priority = kind === 'terms-change' ? importance.terms : importance.digest;
  const options = { priority, ...(runAt && { runAt }) };
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

/** Returns the request's origin for a job, unless one is configured: that is read when the email is sent. */
export function getJobOrigin({ config }: Call['context'], origin: string): { origin?: string } {
  return config.publicOrigin === null ? { origin } : {};
}
