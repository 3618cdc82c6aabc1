import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { deleteWarning, findAccountDeletion } from './deletion/queries.ts';
import { findAccount, listBanned, lockMember, setBanned, setUnbanned } from './queries.ts';
import { closeMemberSessions } from './sessions/sessions.ts';
import { revokeTokens } from './tokens.ts';

/** Bans a member; a trigger hides the profile. Ends all sessions. False if already banned or deleted. */
export async function banMember(
  { bus }: Pick<AppContext, 'bus'>,
  tx: Transaction,
  memberId: MemberId,
): Promise<boolean> {
  if ((await tx.run(setBanned, { memberId })) === 0) return false;
  // The deletion warning of an unused account must fit the ban: a new one is sent.
  await tx.run(deleteWarning, { memberId });
  await closeMemberSessions(tx, memberId);
  for (const purpose of ['activation', 'reset', 'mail-change'] as const) await revokeTokens(tx, memberId, purpose);
  tx.afterCommit(() => bus.publish(memberId, { type: 'logged-out' }));
  return true;
}

/** Locks the account, so that a ban and its end wait for each other. */
export async function isBanned(tx: Transaction, memberId: MemberId): Promise<boolean> {
  await tx.first(lockMember, { memberId });
  return (await tx.first(findAccount, { memberId }))?.status === 'banned';
}

export async function findBanned(tx: Transaction, memberIds: readonly MemberId[]): Promise<ReadonlySet<MemberId>> {
  return new Set((await tx.all(listBanned, { memberIds: [...memberIds] })).map(({ member_id: id }) => id));
}

/** Drops the deletion warning of a member who contests a ban: the next night warns again, with 30 days. */
export async function delayEnd(tx: Transaction, memberId: MemberId): Promise<void> {
  await tx.run(deleteWarning, { memberId });
}

/** Lifts a ban. The account is as it was, even during an account deletion. False if it is not banned. */
export async function revertBan(tx: Transaction, memberId: MemberId): Promise<boolean> {
  const isLeaving = (await tx.first(findAccountDeletion, { memberId })) !== undefined;
  if ((await tx.run(setUnbanned, { memberId, isLeaving })) === 0) return false;
  await tx.run(deleteWarning, { memberId });
  return true;
}
