import type { DigestKind } from '../../contract/notification-rules.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import { importance } from '../platform/jobs/importance.ts';
import type { AccountMail, LetterMail } from '../platform/jobs/jobs.ts';
import { takeOutgoing } from './outgoing.ts';
import { findAccount } from './queries.ts';

/**
 * What holds for some kinds alone. `first`: letters that are as urgent as e-mails about the account, for whoever did not
 * ask for a new address has so long to undo it. `owner`: what tells the owner of an account what was done in it. As long
 * as the address is not confirmed, that may be a stranger, whom nobody may flood this way. `counted`: what whoever holds an
 * account can have sent again and again, and needs; to an address that is not confirmed it goes within the limit of its
 * mailbox.
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

/** Whether an e-mail stays away from somebody who may be a stranger. Nobody is told: it would say what a mailbox got. */
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

/** Queues an email to a member, within the transaction. Its token is created when it is sent. */
export async function queueMail(
  tx: Transaction,
  { context, origin }: Pick<Call, 'context' | 'origin'>,
  kind: AccountMail['kind'],
  memberId: string,
  options: Pick<AccountMail, 'unless_link_works'> = {},
): Promise<void> {
  if (await isUnwanted(tx, context, { kind, member_id: memberId })) return;
  const mail = { kind, member_id: memberId, ...options, ...originOf(context, origin) };
  await context.jobs.add(tx, 'send-mail', mail, { priority: importance.account });
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
  if (await isUnwanted(tx, context, letter)) return;
  const priority = ways[letter.kind] === 'first' ? importance.account : importance.letter;
  await context.jobs.add(tx, 'send-mail', { ...letter, ...originOf(context, origin) }, { priority });
}

/**
 * Queues the email that tells a member what waits for them, behind those that somebody waits for. One at most waits: it
 * says what is true when it is sent.
 */
export async function queueNotice(
  tx: Transaction,
  { jobs }: Pick<Call['context'], 'jobs'>,
  memberId: string,
  queuedAt: Date,
): Promise<void> {
  const letter = { kind: 'notice', member_id: memberId, id: queuedAt.toISOString() } as const;
  await jobs.add(tx, 'send-mail', letter, { priority: importance.notice, key: `notice ${memberId}`, once: true });
}

/**
 * Queues one e-mail to each of many; later with `runAt`, where not all are to wait at once or it came too late in the
 * evening. `id` is what it is about.
 */
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

/**
 * What a job keeps of the origin of links. A configured one is read when the email is sent; only without one is the
 * request's kept.
 */
export function originOf({ config }: Call['context'], origin: string): { origin?: string } {
  return config.publicOrigin === null ? { origin } : {};
}
