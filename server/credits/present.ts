import type { LedgerEntry } from '../../contract/credits.ts';
import type { LedgerRow } from './queries.ts';

/** A ledger entry as its member sees it. */
export function presentEntry(row: LedgerRow): LedgerEntry {
  return {
    id: row.entry_id,
    at: row.created_at.toISOString(),
    cause: row.cause,
    credits: row.to_account === 'member' ? row.amount : -row.amount,
    balance: row.balance_after,
    profile: row.other_id !== null && row.other_name !== null ? { id: row.other_id, name: row.other_name } : null,
    payment: row.payment_id,
  };
}
