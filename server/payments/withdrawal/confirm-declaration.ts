import { lockWallets } from '../../credits/wallets.ts';
import { must, refuse } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { lockPayment } from '../queries.ts';
import { confirmWithdrawal } from './confirm-withdrawal.ts';
import { isDeclarationToken } from './declaration-token.ts';
import { findRequest, lockRequest, moveRequest } from './queries.ts';
import { isLinkAlive } from './rules.ts';
import { showWithdrawal } from './show-withdrawal.ts';

/** Withdraws as declared, as of the time the declaration arrived. The link proves identity, for 30 days. */
export const confirmDeclaration: Handler<'confirmDeclaration'> = async ({ request: requestId, token }, { context }) => {
  must(isDeclarationToken(context, requestId, token), 'link.expired');
  const request = await context.database.first(findRequest, { requestId });
  const { member_id: memberId, payment_id: paymentId } = request ?? {};
  if (!request || !memberId || !paymentId || !isLinkAlive(request, context.clock.now())) return refuse('link.expired');
  await context.database.transaction(async (tx) => {
    const row = await tx.first(lockPayment, { memberId, paymentId });
    must(row, 'link.expired');
    await lockWallets(tx, [memberId]);
    const locked = await tx.first(lockRequest, { requestId });
    if (locked?.state !== 'asked') return;
    await confirmWithdrawal(context, tx, row, request.received_at);
    await tx.run(moveRequest, { requestId, state: 'confirmed', memberId, paymentId, now: context.clock.now() });
  });
  const shown = await showWithdrawal(context, memberId, paymentId);
  must(shown, 'link.expired');
  return shown;
};
