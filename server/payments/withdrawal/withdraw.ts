import { lockWallets } from '../../credits/wallets.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { once } from '../../platform/idempotency.ts';
import { lockPayment } from '../queries.ts';
import { confirmWithdrawal } from './confirm-withdrawal.ts';
import { showWithdrawal } from './get-withdrawal.ts';

export const withdraw: Handler<'withdraw'> = async ({ payment, idempotency_key: key }, { context, member }) => {
  const ids = { memberId: member.id, paymentId: payment };
  // The declaration counts when it is sent, however long it waits for locks.
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const row = await tx.first(lockPayment, ids);
    must(row, 'payment.not-found');
    await lockWallets(tx, [member.id]);
    const keyed = { memberId: member.id, key, operation: 'withdraw', body: payment, now };
    return once(tx, keyed, async () => ({ withdrawal_id: await confirmWithdrawal(context, tx, row, now) }));
  });
  const shown = await showWithdrawal(context, member.id, payment);
  must(shown, 'payment.not-found');
  return shown;
};
