import type { CreditLot, LedgerEntry } from '../../contract/credits/operations.ts';
import type { LedgerRow, LotRow } from './queries.ts';

/** A ledger entry as its member sees it; `known` has the names of other members that it may show. */
export function presentEntry(row: LedgerRow, known: ReadonlyMap<string, string>): LedgerEntry {
  const { other_id: id } = row;
  const name = id === null ? undefined : known.get(id);
  return {
    id: row.entry_id,
    at: row.created_at.toISOString(),
    cause: row.cause,
    credits: row.to_account === 'member' ? row.amount : -row.amount,
    balance: row.balance_after,
    profile: id !== null && name !== undefined ? { id, name } : null,
    payment: row.payment_id,
  };
}

/** A lot as its member sees it. */
export function presentLot(row: Omit<LotRow, 'member_id' | 'lot_id'>): CreditLot {
  return { credits: row.credits_left, of: row.credits, amount: row.price_minor, currency: row.currency };
}
