import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { deleteWarning, findDeparture } from './leaving/queries.ts';
import { findAccount, listBanned, lockMember, setBanned, setUnbanned } from './queries.ts';
import { closeSessionsOf } from './sessions/sessions.ts';
import { revokeTokens } from './tokens.ts';

/**
 * Closes an account against its owner's will: hidden from everybody at once, by the trigger that hides the profile, and
 * logged out everywhere. False if it is closed already.
 */
export async function banMember({ bus }: Pick<AppContext, 'bus'>, tx: Transaction, memberId: string): Promise<boolean> {
  if ((await tx.run(setBanned, { memberId })) === 0) return false;
  // Whoever was told that an unused account ends, and how to keep it, is told anew what is true from now on.
  await tx.run(deleteWarning, { memberId });
  await closeSessionsOf(tx, memberId);
  for (const purpose of ['activation', 'reset', 'mail-change'] as const) await revokeTokens(tx, memberId, purpose);
  tx.afterCommit(() => bus.publish(memberId, { type: 'logged-out' }));
  return true;
}

/** Whether a member is banned; who asks holds the account, so that a ban and its end wait for one another. */
export async function isBanned(tx: Transaction, memberId: string): Promise<boolean> {
  await tx.first(lockMember, { memberId });
  return (await tx.first(findAccount, { memberId }))?.status === 'banned';
}

/** Which of some members are banned. */
export async function bannedAmong(tx: Transaction, memberIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await tx.all(listBanned, { memberIds: [...memberIds] })).map(({ member_id: id }) => id));
}

/**
 * Gives a banned member who was told that their unused account ends the 30 days anew, since they contest the ban: the next
 * night tells them of the later day.
 */
export async function delayEnd(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(deleteWarning, { memberId });
}

/** Takes back a ban: the account is as it was, also where its owner was leaving. False if it is not banned. */
export async function liftBan(tx: Transaction, memberId: string): Promise<boolean> {
  const isLeaving = (await tx.first(findDeparture, { memberId })) !== undefined;
  if ((await tx.run(setUnbanned, { memberId, isLeaving })) === 0) return false;
  await tx.run(deleteWarning, { memberId });
  return true;
}
