import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { consumeToken } from '../tokens.ts';
import { cancelDeletion } from './deletions.ts';

/** Restores an account left within 14 days, without a login (specification, section 4). Throws link.expired. */
export const reactivateAccount: Handler<'reactivateAccount'> = async ({ token }, { context, log }) => {
  const now = context.clock.now();
  const memberId = await context.database.transaction(async (tx) => {
    const owner = await consumeToken(tx, token, 'reactivation', now);
    must(owner !== undefined && (await cancelDeletion(tx, owner)), 'link.expired');
    return owner;
  });
  log.info({ event: 'account.returned', member: memberId }, 'account is back');
  return { ok: true };
};
