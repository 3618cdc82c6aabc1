import type { Handler } from '../../platform/handler.ts';
import { findAccount } from '../queries.ts';
import { findTokenOwner } from '../tokens.ts';
import { readEntryToken } from './entry-token.ts';

/**
 * Returns the member whose account the link of a notice opens, for the page that asks before logging in. The email
 * reveals the name anyway. Null if the link is no longer valid. Does not use up the link.
 */
export const findEntry: Handler<'findEntry'> = async ({ token }, { context }) => {
  const { database, clock, secret } = context;
  if (readEntryToken(secret, token) === null) return { name: null };
  const memberId = await findTokenOwner(database, token, 'entry', clock.now());
  const account = memberId && (await database.first(findAccount, { memberId }));
  return { name: account && account.status === 'active' && account.confirmed ? account.name : null };
};
