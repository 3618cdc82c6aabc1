import { createHmac } from 'node:crypto';

import { notificationKinds } from '../../../contract/notifications/notification-rules.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs, hourMs } from '../../platform/clock.ts';
import type { ReplyMeaning } from '../../platform/mail-reply.data.ts';
import { recordRefusedChange } from '../address/record-refused-change.ts';
import { failAddress, findAccount, lockMember } from '../queries.ts';
import { stopNotifications } from '../stop-notifications.ts';
import { countFailures, insertFailure } from './queries.ts';
import { recordRefusal } from './record-refusal.ts';
import { type MailedTo, isSentTo, reportedDays } from './report-token.ts';

/** What happened to an email: the meaning of a mail server's reply, or `spam` if its reader marked it so. */
export type MailTrouble = ReplyMeaning | 'spam';

/** This many soft bounces within this many days turn notices off. */
const softMax = 5;
const softDays = 7;

/**
 * Counts a failure against the mailed address, once for each email and kind, however often it is reported. Turns off
 * all notices if the address does not work or its reader marks emails as spam. A broken address is also flagged if all
 * notices were off, and so is the new address of a change. Emails about the account are still sent: somebody waits for
 * them. Refusals of the content or the sender count against us alone. Returns whether the failure counted; false if
 * the email is not ours, is older than 30 days, or went to an address that the member has changed since.
 */
export async function recordFailure(context: AppContext, mailed: MailedTo, trouble: MailTrouble): Promise<boolean> {
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
    // Wait for a concurrent change of address.
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
      tx.afterCommit(() => bus.publish(memberId, { type: 'profile' }));
      log.info({ event: 'notices.stopped', member: memberId, reason }, 'notices to an address ended');
    }
    return true;
  });
  // If the email went to the new address of a change, tell the member that it did not arrive, whatever the reason.
  return isCounted || (trouble !== 'spam' && (await recordRefusedChange(context, mailed)));
}
