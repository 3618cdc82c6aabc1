import type { Payment } from '../../contract/payments/operations.ts';
import { type MethodKind, paymentMethods } from '../../contract/payments/payment-methods.ts';

/**
 * loading: being prepared; pending: waits for the buyer or the bank; transfer: waits for a wire transfer; checking:
 * does not match its order; failed: also canceled; offer-used: refunded, since its discount was already used.
 */
export type ShownState =
  | 'loading'
  | 'pending'
  | 'transfer'
  | 'checking'
  | 'failed'
  | 'offer-used'
  | 'completed'
  | 'refunded-part'
  | 'refunded'
  | 'charged-back';

export function deriveShownState(payment: Payment): ShownState {
  if (payment.checking) return 'checking';
  if (payment.offer_used) return 'offer-used';
  if (payment.charged_back > 0) return 'charged-back';
  if (payment.refunded > 0)
    return payment.refunded < payment.amount + payment.transaction_fee ? 'refunded-part' : 'refunded';
  return payment.status === 'pending' && payment.transfer !== null ? 'transfer' : payment.status;
}

/** True if a payment may still change without the buyer while the page is open. */
export function isOpen(payment: Payment): boolean {
  return payment.status === 'loading' || payment.status === 'pending';
}

/** True if a withdrawal is possible: only for money that arrived and is not wholly returned. */
export function canBeWithdrawn({ status, amount, transaction_fee: fee, reversed }: Payment): boolean {
  return status === 'completed' && reversed < amount + fee;
}

const slowKinds: readonly MethodKind[] = ['transfer', 'debit'];

/** True if the money takes days, so that nobody waits in front of the page. */
export function isSlow({ paymentmethod }: Payment): boolean {
  return slowKinds.includes(paymentMethods[paymentmethod].kind);
}
