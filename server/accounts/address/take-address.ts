import { mailRevertHours } from '../../../contract/accounts/limits.ts';
import { after, hourMs } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import { confirmAccount } from '../confirm-account.ts';
import { emailKeyAt } from '../email-rules.ts';
import { deleteEmails } from '../leaving/queries.ts';
import { queueLetter } from '../queue-mail.ts';
import { endEntryLinks, revokeTokens } from '../tokens.ts';
import { changeLetter } from './change-letter.ts';
import {
  closeMailChange,
  deleteChangeTokens,
  deleteMailChanges,
  keepEmails,
  listMailChanges,
  setEmail,
  takeEmail,
} from './queries.ts';
import { doneAt, listEmailKeys, openChange, returningTo } from './rules.ts';
import type { LinkCall, UsedLink } from './used-link.ts';

/**
 * Makes the new address the account's. The old address is notified and reserved for 72 hours. It is released at once,
 * without a notice, if it was never confirmed; so are the addresses in between when an earlier owner returns.
 */
export async function takeAddress(
  tx: Transaction,
  call: LinkCall,
  { account, changeId, now }: UsedLink,
): Promise<void> {
  const { context } = call;
  const { member_id: memberId, email: oldEmail, confirmed } = account;
  const changes = await tx.all(listMailChanges, { memberId });
  const change = openChange(changes, now);
  must(change?.change_id === changeId, 'link.expired');
  const site = await context.sites.ofMember(account.site, null);
  const key = emailKeyAt(site, change.new_email);
  must((await tx.run(takeEmail, { key, memberId })) === 1, 'email.taken');
  const oldKeys = listEmailKeys(account.site, [oldEmail]).filter((old) => old !== key);
  await tx.run(setEmail, { memberId, email: change.new_email });
  // Links that went to the old address end with it.
  for (const purpose of ['reset', 'mail-change'] as const) await revokeTokens(tx, memberId, purpose);
  await endEntryLinks(tx, memberId);
  const returning = returningTo(changes, change.new_email);
  if (returning) {
    await tx.run(deleteEmails, { keys: listEmailKeys(account.site, returning.freed), memberId });
    await tx.run(deleteMailChanges, { memberId, changeIds: [...returning.gone] });
    for (const gone of returning.gone) await tx.run(deleteChangeTokens, { memberId, changeId: gone });
  } else if (confirmed) {
    const at = doneAt(changes, now);
    await tx.run(keepEmails, { keys: oldKeys, memberId, until: after(at, mailRevertHours * hourMs) });
    await tx.run(closeMailChange, { memberId, changeId, oldEmail, now: at });
    await queueLetter(tx, call, changeLetter('mail-changed', memberId, changeId));
  } else {
    await tx.run(deleteEmails, { keys: oldKeys, memberId });
    await tx.run(deleteMailChanges, { memberId, changeIds: [changeId] });
    await confirmAccount(tx, context, memberId, now);
  }
  tx.afterCommit(() => context.bus.publish(memberId, { type: 'profile' }));
}
