import type { Transaction } from '../platform/database/database.ts';
import { grantCredits } from './grant-credits.ts';
import { insertWallet } from './queries.ts';

/** Opens the wallet of a new member and puts the site's `signup_credits` into it, if there are any. */
export async function openWallet(tx: Transaction, memberId: string, signupCredits: number, now: Date): Promise<void> {
  await tx.run(insertWallet, [memberId]);
  if (signupCredits <= 0) return;
  await grantCredits(tx, {
    memberId,
    credits: signupCredits,
    cause: 'signup',
    causeId: memberId,
    paymentId: null,
    price: null,
    now,
  });
}
