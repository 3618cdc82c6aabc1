import type { Transaction } from '../platform/database/database.ts';
import { grantCredits } from './grant-credits.ts';
import { insertWallet } from './queries.ts';

/** Creates a new member's wallet and grants the site's `signup_credits`, if any. */
export async function openWallet(tx: Transaction, memberId: string, signupCredits: number, now: Date): Promise<void> {
  await tx.run(insertWallet, { memberId });
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
