import type { Handler } from '../../platform/handler.ts';
import { findAccount } from '../queries.ts';
import { findTokenOwner } from '../tokens.ts';
import { readLoginToken } from './login-links.ts';

/** Returns the name of the account that a link opens, without using it. The mail reveals the name anyway. */
export const findLoginLink: Handler<'findLoginLink'> = async ({ token }, { context }) => {
  const { database, clock, secret } = context;
  if (readLoginToken(secret, token) === null) return { name: null };
  const memberId = await findTokenOwner(database, token, 'login-link', clock.now());
  const account = memberId && (await database.first(findAccount, { memberId }));
  return { name: account && account.status === 'active' && account.confirmed ? account.name : null };
};
