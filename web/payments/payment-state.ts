import type { Payment } from '../../contract/payments.ts';

/**
 * What became of a payment, in one word: loading (being prepared), pending (waits for the buyer or the bank), transfer
 * (waits for the buyer's wire transfer), checking (does not match its order), failed (or cancelled), offer-used (paid, and
 * paid back because its discount was used), completed, and what went back since: some or all of it by us, or
 * through a bank.
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

export function shownStateOf(payment: Payment): ShownState {
  if (payment.checking) return 'checking';
  if (payment.offer_used) return 'offer-used';
  if (payment.charged_back > 0) return 'charged-back';
  if (payment.refunded > 0)
    return payment.refunded < payment.amount + payment.transaction_fee ? 'refunded-part' : 'refunded';
  return payment.status === 'pending' && payment.transfer !== null ? 'transfer' : payment.status;
}

/** Whether a payment may still change by itself within the time that somebody looks at it. */
export function isOpen(payment: Payment): boolean {
  return payment.status === 'loading' || payment.status === 'pending';
}

/** Whether there is anything left to withdraw from: not before the money came, nor once all of it went back. */
export function canBeWithdrawn({ status, amount, transaction_fee: fee, reversed }: Payment): boolean {
  return status === 'completed' && reversed < amount + fee;
}
