import type { AppContext } from '../../context.ts';
import { attemptLimits } from '../attempt-rules.ts';
import { clearAttempts } from '../attempts.ts';
import { emailKey, emailKeyOf } from '../email-rules.ts';
import { deleteNamesBut, findAccount, takeSignUpRequest } from '../queries.ts';
import { closeSessionsOf } from '../sessions/sessions.ts';
import { revokeTokens, tokenPurposes } from '../tokens.ts';
import { deleteEmails, emptyMember } from './queries.ts';

/** Erases the account itself, with the address and the username, which are free again then. */
export async function eraseAccount(context: AppContext, memberId: string): Promise<void> {
  const account = await context.database.first(findAccount, { memberId });
  if (!account) return;
  const { email, site } = account;
  await context.mailer.forget?.(email);
  await context.database.transaction(async (tx) => {
    if (email !== '') await tx.run(deleteEmails, { keys: [emailKey(email), emailKeyOf(site, email)], memberId });
    await tx.run(deleteNamesBut, { memberId, key: '' });
    await tx.run(takeSignUpRequest, { memberId });
    await closeSessionsOf(tx, memberId);
    for (const purpose of tokenPurposes) await revokeTokens(tx, memberId, purpose);
    for (const limit of attemptLimits) await clearAttempts(tx, limit, memberId, null);
    await tx.run(emptyMember, { memberId });
  });
}
