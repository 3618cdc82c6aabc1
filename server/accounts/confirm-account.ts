import type { AppContext } from '../context.ts';
import { activateProfile } from '../members/activate-profile.ts';
import type { Transaction } from '../platform/database/database.ts';
import { must } from '../platform/failure.ts';
import { queuePostback } from '../sources/queue-postback.ts';
import { confirmMember, deleteUnusedTokens } from './queries.ts';
import { settleStart } from './start-credits.ts';

/** Activates and shows an account whose owner has proved that the address is theirs. Throws activation.broken. */
export async function confirmAccount(tx: Transaction, context: AppContext, memberId: string, now: Date): Promise<void> {
  await settleStart(tx, context, memberId);
  must((await tx.run(confirmMember, { memberId, now })) === 1, 'activation.broken');
  await activateProfile(tx, memberId);
  // Keep the used token: until it expires, it tells its holder that the address is confirmed.
  await tx.run(deleteUnusedTokens, { memberId, purpose: 'activation' });
  // Do not report the sign-up earlier: on a discreet site, an affiliate network that signs somebody up through its own
  // link could see whether their address has an account.
  await queuePostback(context, tx, { memberId, act: 'sign-up' });
}
