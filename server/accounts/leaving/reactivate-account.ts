import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { consumeToken } from '../tokens.ts';
import { bringBack } from './departures.ts';

/**
 * Restores an account that its owner left within the last 14 days (specification, section 4). The link logs nobody in.
 * Throws link.expired for a token that is unknown, used, expired or replaced by a newer one.
 */
export const reactivateAccount: Handler<'reactivateAccount'> = async ({ token }, { context, log }) => {
  const now = context.clock.now();
  const memberId = await context.database.transaction(async (tx) => {
    const owner = await consumeToken(tx, token, 'reactivation', now);
    must(owner !== undefined && (await bringBack(tx, owner)), 'link.expired');
    return owner;
  });
  log.info({ event: 'account.returned', member: memberId }, 'account is back');
  return { ok: true };
};
