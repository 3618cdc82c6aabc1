import type { Bundle, Payment } from '../../contract/payments.ts';
import { messageAmount } from './money.ts';
import type { BundleRow, PaymentRow } from './queries.ts';

/** A payment as its member sees it. A mismatch is for the operator to resolve; the member sees it as pending. */
export function presentPayment(row: PaymentRow): Payment {
  return {
    payment_id: row.payment_id,
    bundle: row.bundle_id,
    credits: row.credits,
    paymentmethod: row.method,
    amount: row.amount,
    transaction_fee: row.fee,
    currency: row.currency,
    status: row.status === 'mismatch' ? 'pending' : row.status,
    reversed: row.refunded + row.charged_back,
    created_at: row.created_at.toISOString(),
    settled_at: row.status === 'completed' ? (row.settled_at?.toISOString() ?? null) : null,
  };
}

/** The payment as `createPayment` answers: the same every time the call is repeated, whatever happened since. */
export function presentOrder(row: PaymentRow): Payment {
  return { ...presentPayment(row), status: 'pending', reversed: 0, settled_at: null };
}

/** A bundle with the price of one message paid from it. */
export function presentBundle(row: BundleRow, messageCredits: number): Bundle {
  return {
    id: row.bundle_id,
    credits: row.credits,
    amount: row.amount,
    currency: row.currency,
    messages: messageCredits > 0 ? Math.floor(row.credits / messageCredits) : row.credits,
    message_amount: messageAmount(row.amount, row.credits, messageCredits),
  };
}
