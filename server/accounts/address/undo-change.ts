import { mailRevertHours } from '../../../contract/accounts/limits.ts';
import { after, hourMs } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import { emailKeyAt } from '../email-rules.ts';
import { bringBack } from '../leaving/departures.ts';
import { deleteEmails } from '../leaving/queries.ts';
import { deletePasskeys } from '../passkeys/queries.ts';
import { setPassword } from '../queries.ts';
import { queueMail } from '../queue-mail.ts';
import { closeMemberSessions } from '../sessions/sessions.ts';
import { resetToken } from '../tokens.ts';
import { deleteMailChanges, deleteOtherTokens, keepEmails, listMailChanges, setEmail, takeEmail } from './queries.ts';
import { listEmailKeys, computeUndoing } from './rules.ts';
import type { LinkCall, UsedLink } from './used-link.ts';

/**
 * Restores an earlier address, whatever happened to the account since: an intruder may have learned the password and
 * may even have deleted the account. Ends every session, deletes the passkeys that may be the intruder's and every link
 * except those of still earlier addresses, and disables the password until the owner sets a new one. Returns the token
 * for setting it, which is mailed, too. `unknownHash` is the hash of a password that nobody knows. Throws link.expired.
 */
export async function undoChange(
  tx: Transaction,
  call: LinkCall,
  { account, changeId, unknownHash }: UsedLink & { unknownHash: string },
): Promise<string> {
  const { context } = call;
  const { member_id: memberId } = account;
  const undoing = computeUndoing(await tx.all(listMailChanges, { memberId }), changeId);
  must(undoing, 'link.expired');
  const site = await context.sites.ofMember(account.site, null);
  must((await tx.run(takeEmail, { key: emailKeyAt(site, undoing.email), memberId })) === 1, 'link.expired');
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
  await bringBack(tx, memberId);
  await closeMemberSessions(tx, memberId);
  const link = await resetToken(tx, context, memberId, false);
  await queueMail(tx, call, 'reset', memberId);
  tx.afterCommit(() => context.bus.publish(memberId, { type: 'logged-out' }));
  return link?.token ?? '';
}
