import { createHmac } from 'node:crypto';

import { countAttempt, countAttempts } from '../../accounts/attempts.ts';
import type { AttemptLimit } from '../../accounts/attempt-rules.ts';
import { recordRefusedChange } from '../../accounts/address/open-change.ts';
import { findMemberAddressee, lockMemberAddressee } from '../../accounts/find-account.ts';
import { giveUpAddress } from '../../accounts/stop-notifications.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs, hourMs } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { deriveMailbox } from '../address.ts';
import type { ReplyMeaning } from '../reply.data.ts';
import { countFailures, deleteFailures, insertFailure, purgeFailures } from './queries.ts';
import { type MailedTo, isSentTo, reportedDays } from './report-token.ts';

/** `spam` if the reader marked it so; otherwise the meaning of a mail server's reply. */
export type MailTrouble = ReplyMeaning | 'spam';

/** This many soft bounces within this many days turn notices off. */
const softMax = 5;
const softDays = 7;

/**
 * Counts a failure against the mailed address, once for each mail and kind. Turns off all notices if the address does
 * not work or its reader marks mails as spam, and flags broken addresses. Mails about the account are still sent:
 * somebody waits for them. Refusals of the content or the sender count against us alone. Returns false if the mail is
 * not ours, is older than 30 days, or went to an address that the member has changed since.
 */
export async function recordFailure(context: AppContext, mailed: MailedTo, trouble: MailTrouble): Promise<boolean> {
  const { database, clock, secret, bus, log } = context;
  const { memberId, sentAt } = mailed;
  const now = clock.now();
  if (sentAt > after(now, hourMs) || sentAt < after(now, -reportedDays * dayMs)) return false;
  if (trouble === 'refused') {
    const to = await findMemberAddressee(database, memberId);
    return to !== undefined && isSentTo(secret, mailed, to.email) && recordRefusal(context, to.email, mailed);
  }
  const isCounted = await database.transaction(async (tx) => {
    const to = await lockMemberAddressee(tx, memberId);
    if (!to || !isSentTo(secret, mailed, to.email)) return false;
    const address = createHmac('sha256', secret).update(`mailed ${to.email}`).digest().subarray(0, 12);
    if ((await tx.run(insertFailure, { memberId, sentAt, trouble, address, now })) === 0) return false;
    if (trouble === 'soft') {
      const failed = await tx.first(countFailures, { memberId, address, since: after(now, -softDays * dayMs) });
      if ((failed?.count ?? 0) < softMax) return true;
    }
    const reason = trouble === 'spam' ? 'fbl' : 'bounce';
    if (await giveUpAddress(tx, { memberId, reason, now })) {
      tx.afterCommit(() => bus.publish(memberId, { type: 'profile' }));
      log.info({ event: 'notices.stopped', member: memberId, reason }, 'notices to an address ended');
    }
    return true;
  });
  // Tell the member that the mail to a new address did not arrive, whatever the reason.
  return isCounted || (trouble !== 'spam' && (await recordRefusedChange(context, mailed)));
}

/** The refusals by one provider within an hour that are not about a single mail. */
const refusals: AttemptLimit = { name: 'mail-refused', max: 10, windowMs: hourMs };
/** Makes a mail count once, even if the session and a report, or two reports, mention it. */
const onceEach: AttemptLimit = { name: 'mail-refused-once', max: 1, windowMs: reportedDays * dayMs };
const alarm: AttemptLimit = { name: 'mail-refused-alarm', max: 1, windowMs: hourMs };

/**
 * Counts a mail refused for its content or sender, which says nothing about the address. Ten within an hour at one
 * provider mean a problem on our side: an error is logged, once an hour. Returns whether the mail counted.
 */
export async function recordRefusal(
  { database, clock, log }: AppContext,
  email: string,
  mailed: MailedTo | null,
): Promise<boolean> {
  const now = clock.now();
  const provider = deriveMailbox(email).split('@')[1] ?? '';
  return database.transaction(async (tx) => {
    const [counted] = await countAttempts(
      tx,
      [
        { limit: refusals, subject: provider },
        ...(mailed ? [{ limit: onceEach, subject: mailed.mark.toString('hex') }] : []),
      ],
      now,
    );
    if (counted?.isLast && (await countAttempt(tx, { limit: alarm, subject: provider }, now)) === 0)
      tx.afterCommit(() => log.error({ event: 'mail.rejected-by-provider', provider }, 'a provider rejects our mails'));
    return counted?.waitMs === 0;
  });
}

export async function eraseMailFailures(tx: Transaction, memberId: MemberId): Promise<void> {
  await tx.run(deleteFailures, { memberId });
}

/** Deletes failures too old to be reported. Runs every night. */
export async function purgeMailFailures({ database, clock }: AppContext): Promise<void> {
  await database.transaction((tx) =>
    tx.run(purgeFailures, { before: after(clock.now(), -(reportedDays + 1) * dayMs) }),
  );
}
