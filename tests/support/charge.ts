import { canPay } from '../../contract/credits/can-pay.ts';
import type { AppContext } from '../../server/context.ts';
import { type Charge, chargeWallets, lockWallets } from '../../server/credits/wallets.ts';
import { must } from '../../server/platform/failure.ts';

/** Charges a member without a message, with the steps of the send queue. Returns the new balance. */
export async function chargeMember({ clock, database }: AppContext, charge: Charge): Promise<number> {
  return database.transaction(async (tx) => {
    const wallets = await lockWallets(tx, [charge.memberId]);
    const { balance } = wallets.get(charge.memberId);
    must(canPay(balance, charge.amount), 'chat.credits');
    await chargeWallets(tx, wallets, [charge], clock.now());
    return balance - charge.amount;
  });
}
