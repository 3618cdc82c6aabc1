import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { hashToken, newToken } from '../../platform/hash.ts';
import { hashPassword } from '../passwords.ts';
import { findAccount, lockMember } from '../queries.ts';
import { findChangeToken, useChangeToken } from './queries.ts';
import { admitsLink } from './rules.ts';
import { takeAddress } from './take-address.ts';
import { undoChange } from './undo-change.ts';
import type { UsedLink } from './used-link.ts';

/**
 * Uses the link of an email about a change of address: the link to the new address confirms the change, the link to an
 * earlier address undoes it. Neither logs anybody in. Throws link.expired if the link is unknown, used, expired or
 * replaced, or if another member is logged in; email.taken if another account has taken the address meanwhile.
 */
export const confirmMailChange: Handler<'confirmMailChange'> = async ({ token }, call) => {
  const { context, log } = call;
  const now = context.clock.now();
  const tokenHash = hashToken(token);
  const link = await context.database.first(findChangeToken, { tokenHash, now });
  must(link, 'link.expired');
  const { member_id: memberId, purpose } = link;
  const isUndo = purpose === 'mail-revert';
  must(call.member === null || call.member.id === memberId, 'link.expired');
  // Hash outside the transaction: hashing is slow, and everything else about the account waits for the lock.
  const unknownHash = isUndo ? await hashPassword(newToken()) : null;
  const resetToken = await context.database.transaction(async (tx) => {
    const used = await useLink(tx, memberId, { tokenHash, now, isUndo });
    if (unknownHash !== null) return undoChange(tx, call, { ...used, unknownHash });
    await takeAddress(tx, call, used);
    return null;
  });
  if (isUndo && call.member?.id === memberId) call.session.clear();
  log.info({ event: isUndo ? 'email.undone' : 'email.changed', member: memberId }, 'address changed');
  return { outcome: isUndo ? 'undone' : 'changed', reset_token: resetToken };
};

/** Locks the member first, so that two links of one account and a newer request wait for each other. */
async function useLink(
  tx: Transaction,
  memberId: string,
  { tokenHash, now, isUndo }: { tokenHash: Buffer; now: Date; isUndo: boolean },
): Promise<UsedLink> {
  await tx.first(lockMember, { memberId });
  const account = await tx.first(findAccount, { memberId });
  const used = await tx.first(useChangeToken, { tokenHash, memberId, now });
  must(account && used?.change_id && admitsLink(account.status, isUndo), 'link.expired');
  return { account, changeId: used.change_id, now };
}
