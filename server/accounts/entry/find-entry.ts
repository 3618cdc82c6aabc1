import type { Handler } from '../../platform/handler.ts';
import { findAccount } from '../queries.ts';
import { findTokenOwner } from '../tokens.ts';
import { readEntryToken } from './entry-token.ts';

/**
 * Whose account the link of a notice leads into, for the page that asks before it logs in. The e-mail says no less. Null for
 * a link that works no more. Uses nothing up.
 */
export const findEntry: Handler<'findEntry'> = async ({ token }, { context }) => {
  const { database, clock, secret } = context;
  if (readEntryToken(secret, token) === null) return { name: null };
  const memberId = await findTokenOwner(database, token, 'entry', clock.now());
  const account = memberId && (await database.first(findAccount, { memberId }));
  return { name: account && account.status === 'active' && account.confirmed ? account.name : null };
};
