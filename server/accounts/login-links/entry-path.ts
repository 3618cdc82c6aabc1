import { entryLinkHours } from '../../../contract/accounts/limits.ts';
import type { EntryPage } from '../../../contract/accounts/entry-pages.ts';
import { after, hourMs } from '../../platform/clock.ts';
import { hashToken } from '../../platform/hash.ts';
import type { LetterCall } from '../letters.ts';
import { keepEntryToken, lockAccount } from '../queries.ts';
import { entryToken } from './entry-token.ts';

/** Returns a path that logs in and leads to the page; the plain page if the account's address has just changed. */
export async function entryPath(
  { context, id, email }: LetterCall,
  memberId: string,
  page: EntryPage,
): Promise<string> {
  const { database, secret, clock } = context;
  return database.transaction(async (tx) => {
    // Take the lock, so that a call that revokes tokens either waits or is seen here.
    const account = await tx.first(lockAccount, { memberId });
    if (account?.email !== email) return page;
    const token = entryToken(secret, page, [memberId, id, email, account.password_hash].join(' '));
    const now = clock.now();
    const expiresAt = after(now, entryLinkHours * hourMs);
    await tx.run(keepEntryToken, { tokenHash: hashToken(token), memberId, now, expiresAt });
    return `/${token}`;
  });
}
