import type { DirectDebit } from '../../../contract/payments/direct-debit.ts';
import type { Payment } from '../../../contract/payments/operations.ts';
import type { DebitRow } from './queries.ts';
import { codeEnd, isCodeOpen, isOver, resendSeconds } from './rules.ts';

export function maskIban({
  iban_country: country,
  iban_last: last,
}: Pick<DebitRow, 'iban_country' | 'iban_last'>): string {
  return `${country}••\u00a0••••\u00a0${last}`;
}

function deriveState(row: DebitRow, now: Date): DirectDebit['state'] {
  if (row.refused_at !== null) return 'refused';
  if (isOver(row, now)) return 'expired';
  return row.signed_at !== null ? 'signed' : 'code';
}

/** Presents a direct debit. The IBAN, the number and the code never leave the server again. */
export function presentDebit(row: DebitRow, now: Date, payment: Payment | null): DirectDebit {
  const state = deriveState(row, now);
  return {
    id: row.debit_id,
    bundle: row.bundle_id,
    amount: row.amount,
    currency: row.currency,
    discount_code: row.discount_code,
    holder: row.holder,
    iban: maskIban(row),
    phone: `•••\u00a0${row.phone_last}`,
    state,
    code_expires: state === 'code' && row.code_at && isCodeOpen(row, now) ? codeEnd(row.code_at).toISOString() : null,
    resend_seconds: state === 'code' ? resendSeconds(row, now) : 0,
    mandate: {
      reference: row.reference,
      creditor: row.creditor,
      creditor_id: row.creditor_id,
      text: row.mandate_text.split('\n'),
      collect_on: row.collect_on,
    },
    payment,
  };
}
