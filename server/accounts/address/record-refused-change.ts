import type { AppContext } from '../../context.ts';
import { type MailedTo, isAboutChange, memberOfChange } from '../mail/report-token.ts';
import { listMailChanges, refuseMailChange } from './queries.ts';

/** Records that the email to the new address bounced. Returns whether the report is about a pending change. */
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
