import type { AppContext } from '../../context.ts';
import { type MailedTo, isAboutChange, memberOfChange } from '../../mail/reports/report-token.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { revokeTokens } from '../tokens.ts';
import { type MailChangeRow, deleteOpenChanges, listMailChanges, refuseMailChange } from './queries.ts';
import { openChange } from './rules.ts';

export async function findOpenChange(
  reader: Reader,
  memberId: MemberId,
  now: Date,
): Promise<MailChangeRow | undefined> {
  return openChange(await reader.all(listMailChanges, { memberId }), now);
}

/** Deletes a change that was requested but not confirmed, with its links: an intruder may have requested it. */
export async function dropOpenChange(tx: Transaction, memberId: MemberId): Promise<void> {
  await tx.run(deleteOpenChanges, { memberId });
  await revokeTokens(tx, memberId, 'mail-change');
}

/** Records that the mail to the new address bounced. Returns whether the change is pending. */
export async function recordRefusedChange(context: AppContext, mailed: MailedTo): Promise<boolean> {
  const { database, clock, secret, bus } = context;
  const memberId = memberOfChange(secret, mailed);
  return database.transaction(async (tx) => {
    const changes = await tx.all(listMailChanges, { memberId });
    const change = changes.find(({ change_id: changeId }) => isAboutChange(secret, mailed, changeId));
    if (!change || (await tx.run(refuseMailChange, { memberId, changeId: change.change_id, now: clock.now() })) === 0)
      return false;
    tx.afterCommit(() => bus.publish(memberId, { type: 'profile' }));
    return true;
  });
}
