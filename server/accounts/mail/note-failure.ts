import { createHmac } from 'node:crypto';

import { notificationKinds } from '../../../contract/notification-rules.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs, hourMs } from '../../platform/clock.ts';
import type { ReplyMeaning } from '../../platform/mail-reply.data.ts';
import { noteRefusedChange } from '../address/note-refused-change.ts';
import { failAddress, findAccount, lockMember } from '../queries.ts';
import { stopNotifications } from '../stop-notifications.ts';
import { countFailures, insertFailure } from './queries.ts';
import { recordRefusal } from './record-refusal.ts';
import { type MailedTo, isSentTo, reportedDays } from './report-token.ts';

/** What became of an email: what the reply of a mail server means, or `spam`: its reader marked it as such. */
export type MailTrouble = ReplyMeaning | 'spam';

/** Of soft failures, so many within so many days end the notices. */
const softMax = 5;
const softDays = 7;

/**
 * Counts a failure against the address that was mailed, once for each email and kind however often it is reported, and
 * ends every kind of notice for an address that does not work or whose reader does not want them. That it does not work
 * is told also to whom no kind was sent, and of the address of a change to who asked for it. Emails about the account are
 * sent all the same: somebody waits for them. What is refused for what it is or for who sends it counts against us alone.
 * Returns whether it counted; it does not if the email is not ours, is older than 30 days, or went to an address that the
 * member has changed since.
 */
export async function noteFailure(context: AppContext, mailed: MailedTo, trouble: MailTrouble): Promise<boolean> {
  const { database, clock, secret, bus, log } = context;
  const { memberId, sentAt } = mailed;
  const now = clock.now();
  if (sentAt > after(now, hourMs) || sentAt < after(now, -reportedDays * dayMs)) return false;
  if (trouble === 'refused') {
    const account = await database.first(findAccount, { memberId });
    return (
      account !== undefined && isSentTo(secret, mailed, account.email) && recordRefusal(context, account.email, mailed)
    );
  }
  const isCounted = await database.transaction(async (tx) => {
    // A change of address waits, or is over.
    await tx.run(lockMember, { memberId });
    const account = await tx.first(findAccount, { memberId });
    if (!account || !isSentTo(secret, mailed, account.email)) return false;
    const address = createHmac('sha256', secret).update(`mailed ${account.email}`).digest().subarray(0, 12);
    if ((await tx.run(insertFailure, { memberId, sentAt, trouble, address, now })) === 0) return false;
    if (trouble === 'soft') {
      const failed = await tx.first(countFailures, { memberId, address, since: after(now, -softDays * dayMs) });
      if ((failed?.count ?? 0) < softMax) return true;
    }
    const reason = trouble === 'spam' ? 'fbl' : 'bounce';
    const isStopped = await stopNotifications(tx, { memberId, kinds: notificationKinds, reason, now });
    const isLost = reason === 'bounce' && (await tx.run(failAddress, { memberId })) > 0;
    if (isStopped || isLost) {
      // Open tabs tell at once.
      tx.afterCommit(() => bus.publish(memberId, { type: 'profile' }));
      log.info({ event: 'notices.stopped', member: memberId, reason }, 'notices to an address ended');
    }
    return true;
  });
  // One letter goes to the new address: that it did not arrive is worth telling, whatever the reason.
  return isCounted || (trouble !== 'spam' && (await noteRefusedChange(context, mailed)));
}
