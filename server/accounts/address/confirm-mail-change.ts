import { mailRevertHours } from '../../../contract/accounts/limits.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { after, hourMs } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { Call, Handler } from '../../platform/handler.ts';
import { hashToken, newToken } from '../../platform/hash.ts';
import { resetMail } from '../account-mail.ts';
import { confirmAccount } from '../activate-account.ts';
import { cancelDeletion } from '../deletion/deletions.ts';
import { deleteEmails } from '../deletion/queries.ts';
import { emailKeyAt } from '../find-account.ts';
import { deletePasskeys } from '../passkeys/queries.ts';
import { hashPassword } from '../passwords.ts';
import { type AccountRow, findAccount, lockMember, setPassword } from '../queries.ts';
import { closeMemberSessions } from '../sessions/sessions.ts';
import { endLoginLinks, issueResetToken, revokeTokens } from '../tokens.ts';
import { mailChanged, queueChangeMail } from './change-mail.ts';
import {
  closeMailChange,
  deleteChangeTokens,
  deleteMailChanges,
  deleteOtherTokens,
  findChangeToken,
  keepEmails,
  listMailChanges,
  setEmail,
  claimEmail,
  useChangeToken,
} from './queries.ts';
import { admitsLink, computeUndoing, doneAt, listEmailKeys, openChange, computeReturn } from './rules.ts';

/** A link that is being used. Its account is locked. */
interface UsedLink {
  account: AccountRow;
  changeId: string;
  now: Date;
}

type LinkCall = Pick<Call, 'context' | 'origin'>;

/**
 * Confirms a change of address by the link to the new one, or undoes it by the link to an earlier one. Logs nobody in.
 * Throws link.expired, also if another member is logged in, and email.taken if another account has taken the address.
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
  const tokenToReset = await context.database.transaction(async (tx) => {
    const used = await useLink(tx, memberId, { tokenHash, now, isUndo });
    if (unknownHash !== null) return undoChange(tx, call, { ...used, unknownHash });
    await claimAddress(tx, call, used);
    return null;
  });
  if (isUndo && call.member?.id === memberId) call.session.clear();
  log.info({ event: isUndo ? 'email.undone' : 'email.changed', member: memberId }, 'address changed');
  return { outcome: isUndo ? 'undone' : 'changed', reset_token: tokenToReset };
};

/** Locks the member first, so that two links of one account and a newer request wait for each other. */
async function useLink(
  tx: Transaction,
  memberId: MemberId,
  { tokenHash, now, isUndo }: { tokenHash: Buffer; now: Date; isUndo: boolean },
): Promise<UsedLink> {
  await tx.first(lockMember, { memberId });
  const account = await tx.first(findAccount, { memberId });
  const used = await tx.first(useChangeToken, { tokenHash, memberId, now });
  must(account && used?.change_id && admitsLink(account.status, isUndo), 'link.expired');
  return { account, changeId: used.change_id, now };
}

/**
 * Makes the new address the account's. The old one is notified and reserved for 72 hours; unconfirmed ones are released
 * at once, as are those in between when an earlier owner returns.
 */
async function claimAddress(tx: Transaction, call: LinkCall, { account, changeId, now }: UsedLink): Promise<void> {
  const { context } = call;
  const { member_id: memberId, email: oldEmail, confirmed } = account;
  const changes = await tx.all(listMailChanges, { memberId });
  const change = openChange(changes, now);
  must(change?.change_id === changeId, 'link.expired');
  const site = await context.sites.ofMember(account.site, null);
  const key = emailKeyAt(site, change.new_email);
  must((await tx.run(claimEmail, { key, memberId })) === 1, 'email.taken');
  const oldKeys = listEmailKeys(account.site, [oldEmail]).filter((old) => old !== key);
  await tx.run(setEmail, { memberId, email: change.new_email });
  for (const purpose of ['reset', 'mail-change'] as const) await revokeTokens(tx, memberId, purpose);
  await endLoginLinks(tx, memberId);
  const returning = computeReturn(changes, change.new_email);
  if (returning) {
    await tx.run(deleteEmails, { keys: listEmailKeys(account.site, returning.freed), memberId });
    await tx.run(deleteMailChanges, { memberId, changeIds: [...returning.gone] });
    for (const gone of returning.gone) await tx.run(deleteChangeTokens, { memberId, changeId: gone });
  } else if (confirmed) {
    const at = doneAt(changes, now);
    await tx.run(keepEmails, { keys: oldKeys, memberId, until: after(at, mailRevertHours * hourMs) });
    await tx.run(closeMailChange, { memberId, changeId, oldEmail, now: at });
    await queueChangeMail(tx, call, mailChanged, { memberId, changeId });
  } else {
    await tx.run(deleteEmails, { keys: oldKeys, memberId });
    await tx.run(deleteMailChanges, { memberId, changeIds: [changeId] });
    await confirmAccount(tx, context, memberId, now);
  }
  tx.afterCommit(() => context.bus.publish(memberId, { type: 'profile' }));
}

/**
 * Restores an earlier address, whatever happened since: an intruder may have changed the password or deleted the
 * account. Removes the intruder's ways in, and disables the password until the owner sets a new one with the returned
 * token, which is also mailed. `unknownHash` is the hash of a password that nobody knows. Throws link.expired.
 */
async function undoChange(
  tx: Transaction,
  call: LinkCall,
  { account, changeId, unknownHash }: UsedLink & { unknownHash: string },
): Promise<string> {
  const { context } = call;
  const { member_id: memberId } = account;
  const undoing = computeUndoing(await tx.all(listMailChanges, { memberId }), changeId);
  must(undoing, 'link.expired');
  const site = await context.sites.ofMember(account.site, null);
  must((await tx.run(claimEmail, { key: emailKeyAt(site, undoing.email), memberId })) === 1, 'link.expired');
  await tx.run(deleteEmails, { keys: listEmailKeys(account.site, undoing.freed), memberId });
  // An earlier address that was the account's again in between stays reserved for its own 72 hours.
  const own = listEmailKeys(account.site, [undoing.email]);
  for (const { old_email: email, done_at: at } of undoing.earlier)
    if (at) {
      const keys = listEmailKeys(account.site, [email]).filter((key) => !own.includes(key));
      await tx.run(keepEmails, { keys, memberId, until: after(at, mailRevertHours * hourMs) });
    }
  await tx.run(deleteMailChanges, { memberId, changeIds: [...undoing.gone] });
  await tx.run(setEmail, { memberId, email: undoing.email });
  await tx.run(setPassword, { memberId, passwordHash: unknownHash });
  await tx.run(deleteOtherTokens, { memberId, kept: undoing.earlier.map(({ change_id: id }) => id) });
  await tx.run(deletePasskeys, { memberId, since: undoing.since });
  await cancelDeletion(tx, memberId);
  await closeMemberSessions(tx, memberId);
  const link = await issueResetToken(tx, context, memberId, false);
  await queueMail(tx, call, { template: resetMail, memberId });
  tx.afterCommit(() => context.bus.publish(memberId, { type: 'logged-out' }));
  return link?.token ?? '';
}
