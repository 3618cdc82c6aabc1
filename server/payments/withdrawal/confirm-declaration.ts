import { lockWallets } from '../../credits/wallets.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must, refuse } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { isSameSecret } from '../../platform/hash.ts';
import { lockPayment } from '../queries.ts';
import { confirmWithdrawal } from './confirm-withdrawal.ts';
import { type RequestRow, findRequest, lockRequest, moveRequest } from './queries.ts';
import { isLinkAlive, isOlder } from './rules.ts';
import { showWithdrawal } from './get-withdrawal.ts';
import type { AppContext } from '../../context.ts';
import { deriveDeclarationToken } from './withdrawal-mail.ts';

/** Withdraws as declared, as of the time when the declaration was sent. The link proves identity, for 30 days. */
export const confirmDeclaration: Handler<'confirmDeclaration'> = async ({ request: requestId, token }, { context }) => {
  must(isDeclarationToken(context, requestId, token), 'link.expired');
  const request = await context.database.first(findRequest, { requestId });
  const { member_id: memberId, payment_id: paymentId } = request ?? {};
  if (!request || !memberId || !paymentId || !isLinkAlive(request, context.clock.now())) return refuse('link.expired');
  const ids = { memberId, paymentId };
  await context.database.transaction((tx) => withdrawAsDeclared(context, tx, requestId, ids, ['asked']));
  const shown = await showWithdrawal(context, memberId, paymentId);
  must(shown, 'link.expired');
  return shown;
};

/**
 * Withdraws from an order as of the time when a declaration was sent. Returns false if the order is not there or
 * younger, or the declaration is in none of the states `from`. Throws like `confirmWithdrawal`.
 */
export async function withdrawAsDeclared(
  context: AppContext,
  tx: Transaction,
  requestId: string,
  ids: { memberId: MemberId; paymentId: PaymentId },
  from: readonly RequestRow['state'][],
): Promise<boolean> {
  const row = await tx.first(lockPayment, ids);
  if (!row) return false;
  await lockWallets(tx, [ids.memberId]);
  const request = await tx.first(lockRequest, { requestId });
  if (!request || !from.includes(request.state) || !isOlder(row, request)) return false;
  await confirmWithdrawal(context, tx, row, request.received_at);
  await tx.run(moveRequest, { requestId, state: 'confirmed', ...ids, now: context.clock.now() });
  return true;
}

function isDeclarationToken(context: Pick<AppContext, 'secret'>, requestId: string, token: string): boolean {
  return isSameSecret(token, deriveDeclarationToken(context, requestId));
}
