import { Failure, must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { lockAccount } from '../queries.ts';
import { startSession } from '../sessions/sessions.ts';
import { consumeToken, findTokenOwner } from '../tokens.ts';
import { readLoginToken } from './login-links.ts';

/** Logs in by the link of a notice, once. Throws link.expired, also if somebody is logged in. */
export const logInByLink: Handler<'logInByLink'> = async ({ token }, call) => {
  const { context, member } = call;
  const page = readLoginToken(context.secret, token);
  must(page !== null && !member, 'link.expired');
  const now = context.clock.now();
  const entered = await context.database.transaction(async (tx) => {
    const memberId = await findTokenOwner(tx, token, 'login-link', now);
    if (memberId === undefined) return null;
    // Lock the account before the tokens, as calls do that end sessions or change the address.
    const account = await tx.first(lockAccount, { memberId });
    if ((await consumeToken(tx, token, 'login-link', now)) === undefined) return null;
    // The token is used up even if the account may not log in.
    const mayEnter = account?.status === 'active' && account.confirmed;
    return { memberId, session: mayEnter ? await startSession(tx, call, memberId, { byLink: true }) : null };
  });
  if (!entered?.session)
    throw new Failure('link.expired', {}, undefined, { event: 'login.failed', member: entered?.memberId ?? null });
  call.session.set(entered.session);
  call.log.info({ event: 'login.ok', member: entered.memberId, by: 'link' }, 'logged in by a link');
  return { page };
};
