import type { AppContext } from '../context.ts';
import { activateProfile } from '../members/activate-profile.ts';
import type { Transaction } from '../platform/database/database.ts';
import { must } from '../platform/failure.ts';
import { queuePostback } from '../sources/queue-postback.ts';
import { confirmMember, deleteUnusedTokens } from './queries.ts';
import { settleStart } from './start-credits.ts';

/** The owner of the address has shown that it is theirs: the account is active and shown. Throws activation.broken. */
export async function confirmAccount(tx: Transaction, context: AppContext, memberId: string, now: Date): Promise<void> {
  await settleStart(tx, context, memberId);
  must((await tx.run(confirmMember, { memberId, now })) === 1, 'activation.broken');
  await activateProfile(tx, memberId);
  // The one that was used still tells its holder, until it expires, that the address is confirmed.
  await tx.run(deleteUnusedTokens, { memberId, purpose: 'activation' });
  // An account of a discreet site is told of here at the earliest: before, a network that signs somebody up by its own
  // link could see whether their address had an account.
  await queuePostback(context, tx, { memberId, act: 'sign-up' });
}
