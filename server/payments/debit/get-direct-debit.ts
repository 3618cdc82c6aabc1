import type { Handler, MemberCall } from '../../platform/handler.ts';
import { must } from '../../platform/failure.ts';
import { presentOrder, presentPayment } from '../present.ts';
import { findPayment } from '../queries.ts';
import { presentDebit } from './present.ts';
import { type DebitRow, findDebit } from './queries.ts';
import type { DirectDebit } from '../../../contract/payments/direct-debit.ts';

/** Returns a direct debit that the member has begun, with its payment if there is one. */
export const getDirectDebit: Handler<'getDirectDebit'> = ({ id }, call) => loadDirectDebit(call, id);

/** Finds a direct debit of the caller. Throws debit.not-found, even for another member's. */
export async function findOwnDebit({ context, member }: MemberCall, debitId: DebitId): Promise<DebitRow> {
  const row = await context.database.first(findDebit, { memberId: member.id, debitId });
  must(row, 'debit.not-found');
  return row;
}

/** Presents a direct debit. With `asOrdered`, its payment is shown as ordered, which never changes. */
export async function loadDirectDebit(call: MemberCall, debitId: DebitId, asOrdered = false): Promise<DirectDebit> {
  const { context, member } = call;
  const row = await findOwnDebit(call, debitId);
  const payment =
    row.payment_id && (await context.database.first(findPayment, { memberId: member.id, paymentId: row.payment_id }));
  const shown = payment ? (asOrdered ? presentOrder(payment) : presentPayment(payment)) : null;
  return presentDebit(row, context.clock.now(), shown);
}
