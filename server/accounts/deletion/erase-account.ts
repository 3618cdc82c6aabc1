import type { AppContext } from '../../context.ts';
import { deleteAllDismissed } from '../alerts/queries.ts';
import { deleteMailChanges, listMailChanges } from '../address/queries.ts';
import { listEmailKeys } from '../address/rules.ts';
import { attemptLimits } from '../attempt-rules.ts';
import { clearAttempts } from '../attempts.ts';
import { deleteConsents } from '../consents/queries.ts';
import { eraseMailFailures } from '../../mail/reports/failures.ts';
import { deletePasskeys } from '../passkeys/queries.ts';
import { deleteNamesBut, findAccount, popSignUpRequest } from '../queries.ts';
import { closeMemberSessions } from '../sessions/sessions.ts';
import { deleteTermsAnnouncements } from '../terms/queries.ts';
import { revokeTokens, tokenPurposes } from '../tokens.ts';
import { deleteEmails, deleteWarning, emptyMember } from './queries.ts';

/** Erases the account itself and releases its address and username. */
export async function eraseAccount(context: AppContext, memberId: MemberId): Promise<void> {
  const account = await context.database.first(findAccount, { memberId });
  if (!account) return;
  const { email, site } = account;
  const changes = await context.database.all(listMailChanges, { memberId });
  const emails = [email, ...changes.flatMap(({ old_email: old, new_email: fresh }) => [old, fresh])];
  const ofMember = [...new Set(emails)].filter((one) => one !== '');
  await context.outbox.forget(memberId, ofMember);
  await context.database.transaction(async (tx) => {
    await tx.run(deleteEmails, { keys: listEmailKeys(site, ofMember), memberId });
    await tx.run(deleteMailChanges, { memberId, changeIds: changes.map(({ change_id: id }) => id) });
    await tx.run(deleteNamesBut, { memberId, key: '' });
    await tx.run(popSignUpRequest, { memberId });
    await eraseMailFailures(tx, memberId);
    await tx.run(deleteConsents, { memberId });
    await closeMemberSessions(tx, memberId);
    await tx.run(deletePasskeys, { memberId, since: null });
    for (const purpose of tokenPurposes) await revokeTokens(tx, memberId, purpose);
    for (const limit of attemptLimits) await clearAttempts(tx, limit, memberId, null);
    await tx.run(deleteWarning, { memberId });
    await tx.run(deleteTermsAnnouncements, { memberId });
    await tx.run(deleteAllDismissed, { memberId });
    await tx.run(emptyMember, { memberId });
  });
}
